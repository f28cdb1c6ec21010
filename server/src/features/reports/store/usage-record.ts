import { sql, type Kysely, type Selectable } from 'kysely';
import type { AccessScope } from '#features/module';
import type { Tables } from '#store';
import { isAccessible } from './accessible-usage.ts';

export type StoredUsageRecord = Omit<
  Selectable<Tables['usage_records']>,
  'server_tool_use' | 'price' | 'metadata' | 'plan_windows' | 'engine_cost_nanos'
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

/** Operator-only fields of a usage record. Reads the partition of every month, so it is for operators only. */
export function findAnyUsage(db: Kysely<Tables>, requestId: string) {
  return db
    .selectFrom('usage_records')
    .select(['organization_id', 'engine_cost_nanos'])
    .where('request_id', '=', requestId)
    .executeTakeFirst();
}
