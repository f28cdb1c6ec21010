import type { parseArgs } from 'node:util';
import type { ExitCode } from './exit-codes.ts';
import type { Terminal } from './terminal.ts';

type Options = NonNullable<NonNullable<Parameters<typeof parseArgs>[0]>['options']>;

/** What a command was called with, after its options and arguments were checked. */
export interface Invocation {
  readonly args: readonly string[];
  readonly flags: Readonly<Record<string, unknown>>;
  readonly terminal: Terminal;
}

export interface Command {
  /** The words that call it: `keys revoke`. */
  readonly name: string;
  /** Names of its arguments, all of them required. */
  readonly args?: readonly string[];
  /** What any number of further arguments are. Absent: there are none. */
  readonly furtherArgs?: string;
  readonly options?: Options;
  /** One line for the help. */
  readonly summary: string;
  run(invocation: Invocation): Promise<ExitCode>;
}

/** The command line is wrong: printed with the usage, exit code 2. */
export class UsageError extends Error {}

export function usageOf({ name, args = [], furtherArgs, options = {} }: Command): string {
  const further = furtherArgs === undefined ? [] : [`[${furtherArgs}…]`];
  return ['svc', name, ...args, ...further, ...Object.keys(options).map((option) => `[--${option}]`)].join(
    ' ',
  );
}
