import { type Environment, loadEnvironment } from '#config';
import { resetSignIn, type ResetSubject, type SignInReset } from '#features/console-auth';
import { createClock, toTimestamp } from '#kit';
import { controlClient } from '../control/index.ts';
import { announce } from './announce.ts';
import { consoleLink } from './console-link.ts';
import { OK, type ExitCode } from './exit-codes.ts';
import type { Terminal } from './terminal.ts';
import { withDatabase } from './with-database.ts';

/** What a reset made, as it travels over the control socket: with the link in the clear, to the operator only. */
export interface SignInResetAnswer {
  readonly email: string;
  readonly link: string;
  readonly expiresAt: string;
}

export function toSignInResetAnswer(
  baseUrl: string,
  { email, page, token, expiresAtMs }: SignInReset,
): SignInResetAnswer {
  return { email, link: consoleLink(baseUrl, page, token), expiresAt: toTimestamp(expiresAtMs) };
}

/** Resets a sign-in and prints the link to set it up again. `what` is what the person chooses there. */
export async function printReset(terminal: Terminal, who: ResetSubject, what: string): Promise<ExitCode> {
  const { email, link, expiresAt } = await reset(loadEnvironment(), who);
  terminal.out(`Sign-in for ${email} was reset. They choose ${what} at:`);
  terminal.out(`\n  ${link}\n`);
  terminal.out(`The link works once, until ${expiresAt}. It is shown only once.`);
  return OK;
}

async function reset(environment: Environment, who: ResetSubject): Promise<SignInResetAnswer> {
  const client = await controlClient(environment.dataDir);
  if (client) return (await client.call('POST /sign-in/reset', who)) as unknown as SignInResetAnswer;
  const made = await withDatabase(environment, ({ db }) => resetSignIn(db, who, createClock().nowMs()));
  await announce(environment, made.epochs);
  return toSignInResetAnswer(environment.baseUrl, made);
}
