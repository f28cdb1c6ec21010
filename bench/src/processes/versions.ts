import { spawnSync } from 'node:child_process';

/** The first line a command prints on either output, or undefined when it cannot be run. */
export function firstLineOf(command: string, args: readonly string[]): string | undefined {
  const { error, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8', timeout: 10_000 });
  return error ? undefined : `${stdout}${stderr}`.trim().split('\n')[0];
}
