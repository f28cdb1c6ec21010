import { sql, type Kysely, type Selectable, type Updateable } from 'kysely';
import type { ResourceNames } from '#features/audit';
import { newId } from '#kit';
import { readPage, type OrganizationScope, type Page, type PageRequest, type Tables } from '#store';

export type DomainRow = Selectable<Tables['domains']>;
type DomainChange = Pick<
  Updateable<Tables['domains']>,
  'status' | 'verified_at' | 'missing_since_at' | 'checked_at'
>;

/** False when the organization has it already. */
export async function insertDomain(
  { db, organizationId }: OrganizationScope,
  domain: Pick<DomainRow, 'domain' | 'txt_value'>,
  nowMs: number,
): Promise<boolean> {
  const inserted = db
    .insertInto('domains')
    .values({
      ...domain,
      id: newId('domain_', nowMs),
      organization_id: organizationId,
      status: 'pending',
      created_at: nowMs,
    })
    .onConflict((conflict) => conflict.columns(['organization_id', 'domain']).doNothing());
  return ((await inserted.executeTakeFirst()).numInsertedOrUpdatedRows ?? 0n) > 0n;
}

export function findDomain(scope: OrganizationScope, domain: string): Promise<DomainRow | undefined> {
  return domainsOf(scope).selectAll().where('domain', '=', domain).executeTakeFirst();
}

/** The cursors are internal ids. */
export function findDomains(scope: OrganizationScope, page: PageRequest): Promise<Page<DomainRow>> {
  return readPage(domainsOf(scope).selectAll(), 'id', page);
}

export async function setDomain(
  { db, organizationId }: OrganizationScope,
  domain: string,
  change: DomainChange,
): Promise<void> {
  await db
    .updateTable('domains')
    .set(change)
    .where('organization_id', '=', organizationId)
    .where('domain', '=', domain)
    .execute();
}

/** False when the organization has none of that name. */
export async function deleteDomainRow(
  { db, organizationId }: OrganizationScope,
  domain: string,
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('domains')
    .where('organization_id', '=', organizationId)
    .where('domain', '=', domain)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/**
 * Whether another organization has verified the domain. Takes a lock until the transaction ends: without it, two organizations that
 * verify the domain at once would both succeed.
 */
export async function isVerifiedElsewhere(
  { db, organizationId }: OrganizationScope,
  domain: string,
): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`domain ${domain}`}, 0))`.execute(db);
  const others = db
    .selectFrom('domains')
    .select('id')
    .where('domain', '=', domain)
    .where('status', '=', 'verified')
    .where('organization_id', '<>', organizationId);
  return (await others.executeTakeFirst()) !== undefined;
}

/** Which of these domains the organization has verified. */
export async function findVerifiedDomains(
  scope: OrganizationScope,
  domains: readonly string[],
): Promise<ReadonlySet<string>> {
  const verified = domainsOf(scope)
    .select('domain')
    .where('status', '=', 'verified')
    .where('domain', 'in', domains);
  return new Set((await verified.execute()).map(({ domain }) => domain));
}

/** A domain whose check is due, and when it was checked before. */
export interface DueDomain extends DomainRow {
  readonly checked_before_at: number;
}

/** Takes one domain whose last check was before `sinceMs`. No other node takes it again before its next check is due. */
export async function takeDueDomain(
  db: Kysely<Tables>,
  sinceMs: number,
  nowMs: number,
): Promise<DueDomain | undefined> {
  return db.transaction().execute(async (trx) => {
    const due = await trx
      .selectFrom('domains')
      .selectAll()
      .where((eb) => eb.or([eb('status', '=', 'verified'), eb('missing_since_at', 'is not', null)]))
      .where('checked_at', '<=', sinceMs)
      .orderBy('checked_at')
      .limit(1)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst();
    if (!due) return undefined;
    await trx.updateTable('domains').set({ checked_at: nowMs }).where('id', '=', due.id).execute();
    return { ...due, checked_before_at: due.checked_at ?? nowMs };
  });
}

/** For the audit log. */
export const domainNames: ResourceNames = ({ organizationId }) =>
  sql`select domain as id, domain as name from domains where organization_id = ${organizationId}`;

function domainsOf({ db, organizationId }: OrganizationScope) {
  return db.selectFrom('domains').where('organization_id', '=', organizationId);
}
