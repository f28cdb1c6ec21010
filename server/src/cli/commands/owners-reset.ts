import type { Invocation } from '../command.ts';
import type { ExitCode } from '../exit-codes.ts';
import { printReset } from '../reset-sign-in.ts';

export function ownersReset({ args: [organization = ''], terminal }: Invocation): Promise<ExitCode> {
  return printReset(terminal, { organization }, 'a new name, email and password');
}
