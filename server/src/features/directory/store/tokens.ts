import { sql, type Insertable, type Kysely, type Selectable } from 'kysely';
import type { ResourceNames } from '#features/audit';
import { fingerprintBytes } from '#kit';
import { readPage, type OrganizationScope, type Page, type PageRequest, type Tables } from '#store';

export type StoredToken = Selectable<Tables['directory_tokens']>;
type NewToken = Omit<Insertable<Tables['directory_tokens']>, 'organization_id'>;

export async function insertToken(
  { db, organizationId }: OrganizationScope,
  token: NewToken,
): Promise<StoredToken> {
  return db
    .insertInto('directory_tokens')
    .values({ ...token, organization_id: organizationId })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export function findTokenPage(scope: OrganizationScope, page: PageRequest): Promise<Page<StoredToken>> {
  return readPage(tokensOf(scope), 'id', page);
}

export function findToken(scope: OrganizationScope, id: string): Promise<StoredToken | undefined> {
  return tokensOf(scope).where('id', '=', id).executeTakeFirst();
}

/** By fingerprint, whatever organization they belong to: nothing is known of a request but its token. */
export async function loadTokens(
  db: Kysely<Tables>,
  fingerprints: readonly string[],
): Promise<ReadonlyMap<string, StoredToken>> {
  const tokens = await db
    .selectFrom('directory_tokens')
    .selectAll()
    .where('fingerprint', 'in', fingerprints.map(fingerprintBytes))
    .execute();
  return new Map(tokens.map((token) => [token.fingerprint.toString('base64'), token]));
}

/** Those that have not ended. */
export async function countLiveTokens(
  { db, organizationId }: OrganizationScope,
  nowMs: number,
): Promise<number> {
  const { count } = await db
    .selectFrom('directory_tokens')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('organization_id', '=', organizationId)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', nowMs)]))
    .executeTakeFirstOrThrow();
  return count;
}

export async function deleteTokenRow({ db, organizationId }: OrganizationScope, id: string): Promise<void> {
  await db
    .deleteFrom('directory_tokens')
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .execute();
}

export async function noteTokenUse(db: Kysely<Tables>, id: string, nowMs: number): Promise<void> {
  await db.updateTable('directory_tokens').set({ used_at: nowMs }).where('id', '=', id).execute();
}

function tokensOf({ db, organizationId }: OrganizationScope) {
  return db.selectFrom('directory_tokens').selectAll().where('organization_id', '=', organizationId);
}

/** For the audit log. */
export const tokenNames: ResourceNames = ({ organizationId }) =>
  sql`select id, name from directory_tokens where organization_id = ${organizationId}`;
