import type { Invocation } from '../command.ts';
import type { ExitCode } from '../exit-codes.ts';
import { printReset } from '../reset-sign-in.ts';

export function accountsReset({ args: [email = ''], terminal }: Invocation): Promise<ExitCode> {
  return printReset(terminal, { email }, 'a new password');
}
