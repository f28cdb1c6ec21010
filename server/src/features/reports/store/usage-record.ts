import { sql, type Kysely, type Selectable } from 'kysely';
import type { AccessScope } from '#features/module';
import type { Tables } from '#store';
import { isAccessible } from './accessible-usage.ts';

export type StoredUsageRecord = Omit<
  Selectable<Tables['usage_records']>,
  'server_tool_use' | 'price' | 'metadata' | 'plan_windows'
> & {
  readonly server_tool_use: Readonly<Record<string, number>> | null;
};

/** Records of months that were dropped are gone. */
export async function findUsageRecord(
  { organization: { db, organizationId }, access }: AccessScope,
  requestId: string,
): Promise<StoredUsageRecord | undefined> {
  const { rows } = await sql<StoredUsageRecord>`
    select * from usage_records u
    where u.request_id = ${requestId} and u.organization_id = ${organizationId} and ${isAccessible(access, 'u')}`.execute(
    db,
  );
  return rows[0];
}

/** The organization of a record, wherever it is. Read from the partition of each month: only operators ask so. */
export async function findUsageOrganization(
  db: Kysely<Tables>,
  requestId: string,
): Promise<string | undefined> {
  const record = db.selectFrom('usage_records').select('organization_id').where('request_id', '=', requestId);
  return (await record.executeTakeFirst())?.organization_id;
}
