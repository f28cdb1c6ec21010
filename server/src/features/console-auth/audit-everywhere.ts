import type { Kysely } from 'kysely';
import type { HttpExchange } from '#exchange';
import { recordAudit, userAgentOf, type AuditEvent } from '#features/audit';
import type { Tables } from '#store';
import { findMemberships } from './store/memberships.ts';

/** An event about a person's account, of which every organization they belong to should know. */
export interface AccountEvent extends Pick<
  AuditEvent,
  'event' | 'resource' | 'ipAddress' | 'userAgent' | 'requestId'
> {
  readonly userId: string;
  readonly email: string;
}

export function byPerson(
  exchange: HttpExchange,
  { userId, email }: { readonly userId: string; readonly email: string },
) {
  return {
    userId,
    email,
    ipAddress: exchange.address,
    userAgent: userAgentOf(exchange),
    requestId: exchange.requestId,
  };
}

/** Writes the event into the log of each organization, with the person's role there. */
export async function auditEverywhere(
  db: Kysely<Tables>,
  { userId, email, ...event }: AccountEvent,
  nowMs: number,
): Promise<void> {
  for (const { id, role } of await findMemberships(db, userId)) {
    await recordAudit(
      db,
      { ...event, organizationId: id, actor: { type: 'user', id: userId, email, role } },
      nowMs,
    );
  }
}
