import { ApiError } from '@svc/contract';
import type { HttpExchange } from '#exchange';
import { enqueueMail, type FactorChange } from '#features/mail';
import type { Kysely } from 'kysely';
import type { Tables } from '#store';
import { auditEverywhere, byPerson } from './audit-everywhere.ts';
import type { BetterAuthAnswer } from './call-better-auth.ts';
import type { SignInDeps } from './sign-in.ts';
import { joinTransaction } from './store/better-auth-database.ts';

export interface FactorEvent {
  readonly userId: string;
  readonly email: string;
  readonly change: FactorChange;
  /** Of the passkey, where it is one. */
  readonly passkeyId?: string;
}

/**
 * Reports a change of a factor, in the transaction of the change: each of their organizations by an event, and
 * themselves by a mail.
 */
export async function noteFactorChange(
  trx: Kysely<Tables>,
  exchange: HttpExchange,
  { userId, email, change, passkeyId }: FactorEvent,
  nowMs: number,
): Promise<void> {
  const from = byPerson(exchange, { userId, email });
  const resource =
    passkeyId === undefined
      ? ({ type: 'user', id: userId } as const)
      : ({ type: 'passkey', id: passkeyId } as const);
  await auditEverywhere(trx, { ...from, event: change, resource }, nowMs);
  await mailFactorChange(trx, exchange, { userId, email, change }, nowMs);
}

/** The mail of it alone, to the address given. */
export async function mailFactorChange(
  trx: Kysely<Tables>,
  exchange: HttpExchange,
  { userId, email, change }: Omit<FactorEvent, 'passkeyId'>,
  nowMs: number,
): Promise<void> {
  const { ipAddress, userAgent } = byPerson(exchange, { userId, email });
  const data = { change, atMs: nowMs, ipAddress, userAgent };
  await enqueueMail(trx, { kind: 'factor_changed', data, to: email, organizationId: null, userId }, nowMs);
}

/**
 * Makes a change through better-auth, and writes its events and mail in the same transaction. What it refuses is committed all
 * the same: an attempt stays counted, and a challenge used. A call that uses up a challenge belongs in here even when nothing is told
 * of it: better-auth lets such calls wait for each other, which must not happen while one of them holds the only connection.
 */
export async function changeByBetterAuth(
  { db }: SignInDeps,
  call: () => Promise<BetterAuthAnswer>,
  tell?: (trx: Kysely<Tables>, answer: BetterAuthAnswer) => Promise<void>,
): Promise<BetterAuthAnswer> {
  const outcome = await db.transaction().execute(async (trx) => {
    const answer = await joinTransaction(trx, call).catch((error: unknown) => {
      if (error instanceof ApiError) return error;
      throw error;
    });
    if (!(answer instanceof ApiError)) await tell?.(trx, answer);
    return answer;
  });
  if (outcome instanceof ApiError) throw outcome;
  return outcome;
}
