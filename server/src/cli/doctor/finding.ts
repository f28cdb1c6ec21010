/** One line of the report. `off`: not configured or not needed. `warn`: works, but not as safely as it could. Only `failed` keeps the service from working. */
export interface Finding {
  readonly state: 'ok' | 'off' | 'warn' | 'failed';
  readonly what: string;
  readonly detail: string;
}

export function findingLine({ state, what, detail }: Finding): string {
  return `${state.padEnd(8)}${what.padEnd(22)}${detail.replaceAll('\n', `\n${' '.repeat(30)}`)}`;
}
