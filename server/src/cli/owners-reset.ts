import { type Environment, loadEnvironment } from '#config';
import { resetOwner } from '#features/accounts';
import { createClock, toTimestamp } from '#kit';
import { controlClient } from '../control/index.ts';
import { announce } from './announce.ts';
import type { Command } from './command.ts';
import { OK } from './exit-codes.ts';
import { ownerLink } from './owner-link.ts';
import { withDatabase } from './with-database.ts';

export const ownersReset: Command = {
  name: 'owners reset',
  args: ['ORGANIZATION'],
  summary: 'Make a set-up link for the primary owner of an organization, named by id or name; password and second factor stop',
  async run({ args, terminal }) {
    const [organization = ''] = args;
    const { email, link, expiresAt } = await reset(loadEnvironment(), organization);
    terminal.out(`${email} can sign in no more, and sets a new name, e-mail and password here:`);
    terminal.out(`\n  ${link}\n`);
    terminal.out(`The link works once, until ${expiresAt}. It is shown only now.`);
    return OK;
  },
};

/** What a reset made, as it travels over the control socket: with the link in the clear, to the operator only. */
export interface OwnerResetAnswer {
  readonly email: string;
  readonly link: string;
  readonly expiresAt: string;
}

async function reset(environment: Environment, organization: string): Promise<OwnerResetAnswer> {
  const client = await controlClient(environment.dataDir);
  if (client) return (await client.call('POST /owners/reset', { organization })) as unknown as OwnerResetAnswer;
  const made = await withDatabase(environment, ({ db }) => resetOwner(db, organization, createClock().nowMs()));
  await announce(environment, made.epochs);
  const { email, token, expiresAtMs } = made;
  return { email, link: ownerLink(environment.baseUrl, token), expiresAt: toTimestamp(expiresAtMs) };
}
