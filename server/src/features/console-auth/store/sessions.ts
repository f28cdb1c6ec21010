import type { Insertable, Kysely } from 'kysely';
import { deleteInSteps, type Tables } from '#store';
import { requiringOrganization } from '#features/organization';
import type { Living } from './own-sessions.ts';

/** How a session began. Empty for one by the person's own password or passkey. */
export interface SessionOrigin {
  readonly connectionId?: string | undefined;
  /** When the provider of the connection ends the session, in epoch milliseconds. */
  readonly sessionEndsAtMs?: number | undefined;
}

/** The live session with this token or id and whose it is; times are compared by the service's clock. */
export function loadSession(
  db: Kysely<Tables>,
  by: { readonly token: string } | { readonly id: string },
  { nowMs, usedSinceMs }: Living,
) {
  const session = db
    .selectFrom('sessions as s')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .leftJoin('members as m', (join) =>
      join
        .onRef('m.organization_id', '=', 's.organization_id')
        .onRef('m.user_id', '=', 's.user_id')
        .on('m.status', '=', 'active'),
    )
    .leftJoin('organizations as o', 'o.id', 'm.organization_id')
    .select(['s.id', 's.user_id', 's.updated_at', 'u.email', 'u.name', 'u.account', 'u.two_factor_enabled'])
    .select(['s.organization_id', 'm.role', 'o.status as organization_status'])
    .leftJoin('sso_connections as c', 'c.id', 's.sso_connection_id')
    .select(['s.sso_connection_id', 'c.organization_id as connection_organization_id'])
    .select((eb) => requiringOrganization(eb.ref('u.id')).$asScalar().as('requiring_organization_id'))
    .where('s.expires_at', '>', nowMs)
    .where('s.updated_at', '>', usedSinceMs);
  const found = 'id' in by ? session.where('s.id', '=', by.id) : session.where('s.token', '=', by.token);
  return found.executeTakeFirst();
}

export type LoadedSession = NonNullable<Awaited<ReturnType<typeof loadSession>>>;

export async function insertSession(
  db: Kysely<Tables>,
  session: Insertable<Tables['sessions']>,
): Promise<void> {
  await db.insertInto('sessions').values(session).execute();
}

/** Of the session, and of the member in the organization it looks at. */
export async function noteUse(
  db: Kysely<Tables>,
  session: { readonly id: string; readonly userId: string; readonly organizationId: string | null },
  nowMs: number,
): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ updated_at: nowMs })
    .where('id', '=', session.id)
    .where('updated_at', '<', nowMs)
    .execute();
  if (session.organizationId === null) return;
  const member = db
    .updateTable('members')
    .set({ last_active_at: nowMs })
    .where('user_id', '=', session.userId);
  await member.where('organization_id', '=', session.organizationId).execute();
}

export async function setOrganization(
  db: Kysely<Tables>,
  sessionId: string,
  organizationId: string,
): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ organization_id: organizationId })
    .where('id', '=', sessionId)
    .execute();
}

/** By which connection to an identity provider the session began, and when that provider ends it. */
export async function findOrigin(db: Kysely<Tables>, sessionId: string): Promise<SessionOrigin> {
  const session = db.selectFrom('sessions').select(['sso_connection_id', 'sso_ends_at']);
  const found = await session.where('id', '=', sessionId).executeTakeFirst();
  return {
    connectionId: found?.sso_connection_id ?? undefined,
    sessionEndsAtMs: found?.sso_ends_at ?? undefined,
  };
}

/** Deletes the sessions that began by a connection, and the sign-ins by it that wait for a code. */
export async function deleteSessionsOf(db: Kysely<Tables>, connectionId: string) {
  await db.deleteFrom('sign_in_challenges').where('sso_connection_id', '=', connectionId).execute();
  const ended = db.deleteFrom('sessions').where('sso_connection_id', '=', connectionId);
  return ended.returning(['id', 'user_id']).execute();
}

/** Deletes sessions, and sign-ins that wait, of people of whom the organization requires single sign-on, and that did not begin by it. */
export async function deleteSessionsWithoutConnection(db: Kysely<Tables>, organizationId: string) {
  await db
    .deleteFrom('sign_in_challenges')
    .where('sso_connection_id', 'is', null)
    .where((eb) =>
      eb(requiringOrganization(eb.ref('sign_in_challenges.value')).$asScalar(), '=', organizationId),
    )
    .execute();
  return db
    .deleteFrom('sessions')
    .where('sso_connection_id', 'is', null)
    .where((eb) => eb(requiringOrganization(eb.ref('sessions.user_id')).$asScalar(), '=', organizationId))
    .returning(['id', 'user_id'])
    .execute();
}

/** Whether another session of the person began, and did not end yet, in a browser that calls itself the same. */
export async function isKnownDevice(
  db: Kysely<Tables>,
  session: { readonly id: string; readonly userId: string; readonly userAgent: string | null },
): Promise<boolean> {
  const others = db
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', session.userId)
    .where('id', '<>', session.id);
  return (await others.where('user_agent', '=', session.userAgent).executeTakeFirst()) !== undefined;
}

/** Ended sessions. */
export async function dropEnded(
  db: Kysely<Tables>,
  { nowMs, usedSinceMs }: Living,
  attemptsSinceMs: number,
): Promise<void> {
  const sessions = db
    .selectFrom('sessions')
    .where((eb) => eb.or([eb('expires_at', '<=', nowMs), eb('updated_at', '<=', usedSinceMs)]));
  const challenges = db.selectFrom('sign_in_challenges').where('expires_at', '<=', nowMs);
  const attempts = db.selectFrom('sign_in_attempts').where('window_starts_at', '<=', attemptsSinceMs);
  await deleteInSteps(db, 'sessions', sessions);
  await deleteInSteps(db, 'sign_in_challenges', challenges.orderBy('expires_at'));
  await db.deleteFrom('owner_links').where('expires_at', '<=', nowMs).execute();
  await deleteInSteps(db, 'sign_in_attempts', attempts.orderBy('window_starts_at'));
}
