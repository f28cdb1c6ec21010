import type { Command } from '../command.ts';
import { printReset } from '../reset-sign-in.ts';

export const ownersReset: Command = {
  name: 'owners reset',
  args: ['ORGANIZATION'],
  summary: 'Make a set-up link for the primary owner of an organization, named by id or name; password and second factor stop',
  run: ({ args: [organization = ''], terminal }) => printReset(terminal, { organization }, 'a new name, e-mail and password'),
};
