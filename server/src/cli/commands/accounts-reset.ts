import type { Command } from '../command.ts';
import { printReset } from '../reset-sign-in.ts';

export const accountsReset: Command = {
  name: 'accounts reset',
  args: ['EMAIL'],
  summary: 'Make a link by which somebody chooses a new password; password, second factor and passkeys stop',
  run: ({ args: [email = ''], terminal }) => printReset(terminal, { email }, 'a new password'),
};
