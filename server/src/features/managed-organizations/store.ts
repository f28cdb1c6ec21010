import { sql, type Kysely, type SelectQueryBuilder } from 'kysely';
import type { ManagedOrganizationQuery, RateLimitOverride, OrganizationTier } from '@svc/contract';
import { readPage, type Page, type PageRequest, type Tables } from '#store';

/** An organization with its balance; no row of a wallet is no balance. */
function organizationsOf(db: Kysely<Tables>) {
  return db
    .selectFrom('organizations as o')
    .leftJoin('wallets as w', 'w.organization_id', 'o.id')
    .select(['o.id', 'o.external_id', 'o.name', 'o.status', 'o.plan', 'o.billing', 'o.zero_data_retention'])
    .select([
      'o.credits_enabled',
      'o.subscribed_at',
      'o.created_at',
      'o.rate_tier',
      'o.rate_limits',
      'o.sso_required',
      'w.balance_nanos',
    ])
    .select(({ exists, selectFrom }) => [
      exists(
        selectFrom('sso_connections as c')
          .select('c.id')
          .whereRef('c.organization_id', '=', 'o.id')
          .where('c.status', '=', 'active'),
      ).as('has_single_sign_on'),
      exists(
        selectFrom('directory_tokens as t').select('t.id').whereRef('t.organization_id', '=', 'o.id'),
      ).as('has_directory'),
    ]);
}

export type StoredOrganization = NonNullable<Awaited<ReturnType<typeof findOrganization>>>;

/** Newest first. Beginnings of names and ids have an index. */
export function findOrganizationPage(
  db: Kysely<Tables>,
  { search }: ManagedOrganizationQuery,
  page: PageRequest,
): Promise<Page<StoredOrganization>> {
  const all = organizationsOf(db);
  const found = search === undefined ? all : all.where(beginsWith(search));
  return readPage(
    found as unknown as SelectQueryBuilder<Tables, 'organizations', StoredOrganization>,
    'o.id',
    page,
  );
}

function beginsWith(text: string) {
  const pattern = `${text.replaceAll(/[\\%_]/g, '\\$&')}%`;
  return text.startsWith('org_')
    ? sql<boolean>`o.id like ${pattern}`
    : sql<boolean>`lower(o.name) like lower(${pattern})`;
}

export function findOrganization(db: Kysely<Tables>, id: string) {
  return organizationsOf(db).where('o.id', '=', id).executeTakeFirst();
}

export function findByExternalId(db: Kysely<Tables>, externalId: string) {
  return organizationsOf(db).where('o.external_id', '=', externalId).executeTakeFirst();
}

/** Makes others that name the same external id wait until the transaction ends. */
export async function lockExternalId(trx: Kysely<Tables>, externalId: string): Promise<void> {
  const name = `external id ${externalId}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(trx);
}

/** What only operators set. What is undefined stays. */
export interface OperatorSettings {
  readonly name?: string | undefined;
  readonly rate_tier?: OrganizationTier | null | undefined;
  readonly rate_limits?: RateLimitOverride[] | undefined;
}

export async function setByOperator(
  trx: Kysely<Tables>,
  id: string,
  { name, rate_tier, rate_limits }: OperatorSettings,
): Promise<void> {
  const set = { name, rate_tier, rate_limits };
  if (Object.values(set).every((value) => value === undefined)) return;
  await trx.updateTable('organizations').set(set).where('id', '=', id).execute();
}

export function findOwner(trx: Kysely<Tables>, organizationId: string) {
  return trx
    .selectFrom('members as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select(['u.id', 'u.email'])
    .where('m.organization_id', '=', organizationId)
    .where('m.role', '=', 'primary_owner')
    .executeTakeFirst();
}
