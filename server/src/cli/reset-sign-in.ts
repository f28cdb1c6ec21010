import { type Environment, loadEnvironment } from '#config';
import { resetSignIn, type ResetSubject, type SignInReset } from '#features/console-auth';
import { toTimestamp } from '#kit';
import { announce } from './announce.ts';
import { consoleLink } from './console-link.ts';
import { OK, type ExitCode } from './exit-codes.ts';
import type { Terminal } from './terminal.ts';
import { runInServiceOrDatabase } from './run-in-service-or-database.ts';

/** What a reset made, as it travels over the control socket: with the link in the clear, to the operator only. */
export interface SignInResetResponse {
  readonly email: string;
  readonly link: string;
  readonly expiresAt: string;
}

export function toSignInResetResponse(
  baseUrl: string,
  { email, page, token, expiresAtMs }: SignInReset,
): SignInResetResponse {
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

function reset(environment: Environment, who: ResetSubject): Promise<SignInResetResponse> {
  return runInServiceOrDatabase(environment, 'POST /sign-in/reset', who, async ({ db }, nowMs) => {
    const made = await resetSignIn(db, who, nowMs);
    await announce(environment, made.epochs);
    return toSignInResetResponse(environment.baseUrl, made);
  });
}
