import type { EngineProbe, KeyProbe, RouteProbe } from '#engine';
import type { Finding } from '../finding.ts';

const STATES = { ok: 'ok', degraded: 'warn', failed: 'failed' } as const;

/** An engine's answers for a person: a line for the engine, each of its keys and each of its routes. */
export function describeProbe({ name, type, status, reason, keys, routes }: EngineProbe): Finding {
  const lines = [
    `${type}, ${describe(status, reason)}`,
    ...keys.map(describeKey),
    ...(routes.length === 0 ? ['no model has a route to it'] : routes.map(describeRoute)),
  ];
  return { state: STATES[status], what: `probe ${name}`, detail: lines.join('\n') };
}

function describe(status: string, reason: string | null): string {
  return reason === null ? status : `${status} (${reason})`;
}

function describeKey({ name, state, reason }: KeyProbe): string {
  return `key ${name}: ${describe(state ?? 'not known', reason)}`;
}

function describeRoute(route: RouteProbe): string {
  const { model, engineModel, status, reason, dialect, dialectFrom, maxContextTokens, differs } = route;
  const name = model === engineModel ? model : `${model} (${engineModel})`;
  const facts = [
    ...abilities(route),
    ...(dialect === null ? [] : [`dialect ${dialect} (${dialectFrom})`]),
    ...(maxContextTokens === null ? [] : [`${maxContextTokens} tokens of context`]),
    ...(differs.length === 0 ? [] : [`svc.yaml says otherwise: ${differs.join(', ')}`]),
  ];
  return [`${name}: ${describe(status, reason)}`, ...facts].join(', ');
}

function abilities({ streams, tools, vision, reasoning, usageInStreams }: RouteProbe): string[] {
  const found: readonly (readonly [string, boolean | null])[] = [
    ['streams', streams],
    ['tools', tools],
    ['vision', vision],
    ['reasoning', reasoning],
    ['usage in streams', usageInStreams],
  ];
  return found.flatMap(([name, can]) => (can === null ? [] : [can ? name : `no ${name}`]));
}
