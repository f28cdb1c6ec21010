import type { HttpExchange } from '#exchange';
import { enqueueMail, type FactorChange } from '#features/mail';
import type { Kysely } from 'kysely';
import type { Tables } from '#store';
import { auditEverywhere, byPerson } from './audit-everywhere.ts';

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
