import { sql, type Kysely } from 'kysely';
import type { ResourceNames } from '#features/audit';
import { newId } from '#kit';
import { HOOK_COLUMNS, toInferenceHook } from './to-inference-hook.ts';
import { toOwnRates } from './to-own-rates.ts';
import type { Tables } from '#store';
import type { OrganizationRecord } from '../organization-directory.ts';

export interface OrganizationSettings {
  readonly status: 'active' | 'unavailable';
  readonly plan: string;
  readonly billing: 'active' | 'inactive';
  readonly zeroDataRetention: boolean;
  readonly creditsEnabled: boolean;
  readonly subscribedAtMs: number;
}

export interface NewOrganization extends Partial<OrganizationSettings> {
  readonly name: string;
  readonly plan: string;
  /** Present: an operator made it. Commands and provisioning files know it by its id, since names of customers may repeat. */
  readonly externalId?: string | null;
}

/** The organizations among `ids` that exist, by one query. */
export async function loadOrganizations(
  db: Kysely<Tables>,
  ids: readonly string[],
): Promise<Map<string, OrganizationRecord>> {
  const rows = await db
    .selectFrom('organizations')
    .leftJoin('inference_hooks as hook', 'hook.organization_id', 'organizations.id')
    .selectAll('organizations')
    .select(HOOK_COLUMNS)
    .where('organizations.id', 'in', ids)
    .execute();
  const records = rows.map((row): OrganizationRecord => ({
    id: row.id,
    name: row.name,
    status: row.status,
    plan: row.plan,
    ownRates: toOwnRates(row),
    billing: row.billing,
    zeroDataRetention: row.zero_data_retention,
    creditsEnabled: row.credits_enabled,
    mcpPolicy: row.mcp_policy,
    codeTelemetry: row.code_telemetry,
    inferenceHook: toInferenceHook(row),
    subscribedAtMs: row.subscribed_at,
  }));
  return new Map(records.map((record) => [record.id, record]));
}

/** The epochs of the organizations among `ids` that exist, by one query. */
export async function loadEpochs(db: Kysely<Tables>, ids: readonly string[]): Promise<Map<string, number>> {
  const rows = await db.selectFrom('organizations').select(['id', 'epoch']).where('id', 'in', ids).execute();
  return new Map(rows.map(({ id, epoch }) => [id, epoch]));
}

/** Makes every node verify credentials of this organization again. In the transaction of the change. */
export async function bumpEpoch(trx: Kysely<Tables>, id: string): Promise<number> {
  const { epoch } = await trx
    .updateTable('organizations')
    .set((eb) => ({ epoch: eb('epoch', '+', 1) }))
    .where('id', '=', id)
    .returning('epoch')
    .executeTakeFirstOrThrow();
  return epoch;
}

/** Makes other changes of the organization wait until the transaction ends, but not rows that only refer to it. */
export async function lockOrganization(trx: Kysely<Tables>, id: string): Promise<void> {
  await trx.selectFrom('organizations').select('id').where('id', '=', id).forNoKeyUpdate().execute();
}

export async function hasAnyOrganization(db: Kysely<Tables>): Promise<boolean> {
  return (await db.selectFrom('organizations').select('id').limit(1).executeTakeFirst()) !== undefined;
}

/** By the name it was provisioned under, which stays when its owners rename it. */
export async function findOrganizationByName(db: Kysely<Tables>, name: string): Promise<string | undefined> {
  return (
    await db.selectFrom('organizations').select('id').where('provisioning_name', '=', name).executeTakeFirst()
  )?.id;
}

/** Returns the new id. Settings left out take their defaults: active, billing active, no credits, subscribed now. */
export async function createOrganization(
  db: Kysely<Tables>,
  organization: NewOrganization,
  nowMs: number,
): Promise<string> {
  const id = newId('org_', nowMs);
  await db
    .insertInto('organizations')
    .values({
      id,
      name: organization.name,
      provisioning_name: organization.externalId === undefined ? organization.name : id,
      external_id: organization.externalId ?? null,
      status: organization.status ?? 'active',
      plan: organization.plan,
      billing: organization.billing ?? 'active',
      zero_data_retention: organization.zeroDataRetention ?? false,
      credits_enabled: organization.creditsEnabled ?? false,
      subscribed_at: organization.subscribedAtMs ?? nowMs,
      created_at: nowMs,
    })
    .execute();
  return id;
}

/** Brings the given settings; true when that changed anything. */
export async function updateOrganizationRow(
  db: Kysely<Tables>,
  id: string,
  settings: Partial<OrganizationSettings>,
): Promise<boolean> {
  const before = (await loadOrganizations(db, [id])).get(id);
  if (before === undefined) return false;
  const after = { ...before, ...settings };
  if (Object.entries(settings).every(([name, value]) => before[name as keyof OrganizationSettings] === value))
    return false;
  await db
    .updateTable('organizations')
    .set({
      status: after.status,
      plan: after.plan,
      billing: after.billing,
      zero_data_retention: after.zeroDataRetention,
      credits_enabled: after.creditsEnabled,
      subscribed_at: after.subscribedAtMs,
    })
    .where('id', '=', id)
    .execute();
  return true;
}

/** For the audit log. */
export const organizationNames: ResourceNames = ({ organizationId }) =>
  sql`select id, name from organizations where id = ${organizationId}`;
