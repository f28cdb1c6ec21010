import type { Kysely, Selectable } from 'kysely';
import { requiringOrganization } from '#features/organization';
import {
  deleteInSteps,
  readPage,
  type OrganizationScope,
  type Page,
  type PageRequest,
  type Tables,
} from '#store';

/** Sessions with what the authentication step must know of their owner and place, by one statement. */
export function loadSessions(db: Kysely<Tables>, ids: readonly string[]) {
  return sessionsWithStanding(db).where('s.id', 'in', ids).execute();
}

/** One session, locked until the transaction ends. */
export function lockSession(trx: Kysely<Tables>, id: string) {
  return sessionsWithStanding(trx).where('s.id', '=', id).forUpdate('s').executeTakeFirst();
}

export type StoredSession = Awaited<ReturnType<typeof loadSessions>>[number];

/** A session for no particular workspace acts in the Default one. */
function sessionsWithStanding(db: Kysely<Tables>) {
  return db
    .selectFrom('code_sessions as s')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .innerJoin('workspaces as w', (join) =>
      join
        .onRef('w.organization_id', '=', 's.organization_id')
        .on(({ eb, and, or, ref }) =>
          or([
            eb('w.id', '=', ref('s.workspace_id')),
            and([eb('s.workspace_id', 'is', null), eb('w.is_default', '=', true)]),
          ]),
        ),
    )
    .leftJoin('members as m', (join) =>
      join.onRef('m.organization_id', '=', 's.organization_id').onRef('m.user_id', '=', 's.user_id'),
    )
    .leftJoin('workspace_members as wm', (join) =>
      join.onRef('wm.workspace_id', '=', 'w.id').onRef('wm.user_id', '=', 's.user_id'),
    )
    .selectAll('s')
    .select([
      'u.account',
      'u.email',
      'w.id as acts_in',
      'w.name as workspace_name',
      'w.is_default',
      'w.archived_at',
      'w.allowed_ips as workspace_ips',
    ])
    .select(['m.role as member_role', 'm.status as member_status', 'wm.role as workspace_role'])
    .select((eb) => requiringOrganization(eb.ref('u.id')).$asScalar().as('requiring_organization_id'));
}

export async function insertSession(
  db: Kysely<Tables>,
  session: Omit<Tables['code_sessions'], 'refresh_number'>,
): Promise<void> {
  await db.insertInto('code_sessions').values(session).execute();
}

export async function setRefreshed(
  trx: Kysely<Tables>,
  id: string,
  refreshNumber: number,
  nowMs: number,
): Promise<void> {
  const session = trx
    .updateTable('code_sessions')
    .set({ refresh_number: refreshNumber, refreshed_at: nowMs });
  await session.where('id', '=', id).execute();
}

/** Whose sessions: all of a person, or of those only one, or what their playground got in one session of the Console. */
export interface SessionOwner {
  readonly userId: string;
  readonly id?: string;
  readonly consoleSessionId?: string;
}

/** Ends those that have not ended. */
export function setRevoked({ db, organizationId }: OrganizationScope, owner: SessionOwner, nowMs: number) {
  let sessions = db
    .updateTable('code_sessions')
    .set({ revoked_at: nowMs })
    .where('organization_id', '=', organizationId);
  sessions = sessions.where('user_id', '=', owner.userId).where('revoked_at', 'is', null);
  if (owner.id !== undefined) sessions = sessions.where('id', '=', owner.id);
  if (owner.consoleSessionId !== undefined)
    sessions = sessions.where('console_session_id', '=', owner.consoleSessionId);
  return sessions.returning(['id', 'console_session_id']).execute();
}

/** Ends sessions that began by one of these connections. Returns what the audit log and the epochs need. */
export function revokeByConnection(
  { db, organizationId }: OrganizationScope,
  connectionId: string,
  nowMs: number,
) {
  return db
    .updateTable('code_sessions')
    .set({ revoked_at: nowMs })
    .where('organization_id', '=', organizationId)
    .where('sso_connection_id', '=', connectionId)
    .where('revoked_at', 'is', null)
    .returning(['id', 'console_session_id'])
    .execute();
}

/** Ends sessions of people of whom the organization requires single sign-on, and that did not begin by it. */
export function revokeWithoutConnection({ db, organizationId }: OrganizationScope, nowMs: number) {
  return db
    .updateTable('code_sessions')
    .set({ revoked_at: nowMs })
    .where('organization_id', '=', organizationId)
    .where('sso_connection_id', 'is', null)
    .where('revoked_at', 'is', null)
    .where((eb) =>
      eb(requiringOrganization(eb.ref('code_sessions.user_id')).$asScalar(), '=', organizationId),
    )
    .returning(['id', 'console_session_id'])
    .execute();
}

/** Organizations in which there are any that have not ended, always in one order. */
export async function findOrganizationsOf(
  db: Kysely<Tables>,
  { userId, consoleSessionId }: Omit<SessionOwner, 'id'>,
): Promise<string[]> {
  let sessions = db.selectFrom('code_sessions').select('organization_id').distinct();
  sessions = sessions.where('user_id', '=', userId).where('revoked_at', 'is', null);
  if (consoleSessionId !== undefined) sessions = sessions.where('console_session_id', '=', consoleSessionId);
  const rows = await sessions.orderBy('organization_id').execute();
  return rows.map((row) => row.organization_id);
}

/** Which sessions of the Console have a playground that can still call models. */
export async function findWithPlayground(
  db: Kysely<Tables>,
  consoleSessionIds: readonly string[],
): Promise<ReadonlySet<string | null>> {
  const rows = await db
    .selectFrom('code_sessions')
    .select('console_session_id')
    .where('console_session_id', 'in', consoleSessionIds)
    .where('revoked_at', 'is', null)
    .execute();
  return new Set(rows.map((row) => row.console_session_id));
}

export type LiveSession = Selectable<Tables['code_sessions']>;

/** A person's sessions that a device holds and that may still be refreshed, newest first. */
export function findLiveSessions(
  { db, organizationId }: OrganizationScope,
  {
    userId,
    refreshedAfterMs,
    nowMs,
  }: { readonly userId: string; readonly refreshedAfterMs: number; readonly nowMs: number },
  page: PageRequest,
): Promise<Page<LiveSession>> {
  const sessions = db
    .selectFrom('code_sessions')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', userId);
  const live = sessions
    .where('revoked_at', 'is', null)
    .where('refreshed_at', '>', refreshedAfterMs)
    .where('expires_at', '>', nowMs);
  return readPage(live, 'id', page);
}

/** A workspace, and what a member is in it. */
export function findWorkspaceFor(
  scope: OrganizationScope,
  member: { readonly userId: string; readonly workspaceId: string },
) {
  return workspacesWithStanding(scope, member.userId)
    .where('w.id', '=', member.workspaceId)
    .executeTakeFirst();
}

/** The same of every workspace that is not archived: the Default one, then by name. */
export function findOpenWorkspacesFor(scope: OrganizationScope, userId: string) {
  const open = workspacesWithStanding(scope, userId).where('w.archived_at', 'is', null);
  return open.orderBy('w.is_default', 'desc').orderBy('w.name').orderBy('w.id').execute();
}

function workspacesWithStanding({ db, organizationId }: OrganizationScope, userId: string) {
  return db
    .selectFrom('workspaces as w')
    .innerJoin('members as m', (join) =>
      join.onRef('m.organization_id', '=', 'w.organization_id').on('m.user_id', '=', userId),
    )
    .leftJoin('workspace_members as wm', (join) =>
      join.onRef('wm.workspace_id', '=', 'w.id').onRef('wm.user_id', '=', 'm.user_id'),
    )
    .select([
      'w.id',
      'w.name',
      'w.archived_at',
      'w.is_default',
      'm.role as member_role',
      'wm.role as workspace_role',
    ])
    .where('w.organization_id', '=', organizationId)
    .where('m.status', '=', 'active');
}

/** Those whose last token has expired. */
export async function dropSessionsExpiredBefore(db: Kysely<Tables>, beforeMs: number): Promise<void> {
  const requests = db.selectFrom('device_requests').select('session_id').where('session_id', 'is not', null);
  const expired = db
    .selectFrom('code_sessions')
    .where('expires_at', '<', beforeMs)
    .where('id', 'not in', requests)
    .orderBy('expires_at');
  await deleteInSteps(db, 'code_sessions', expired);
}
