import { sql, type Selectable } from 'kysely';
import type { Extent } from '#features/permissions';
import type { OrganizationScope, Tables } from '#store';
import { within } from './within-extent.ts';

export type StoredUsageRecord = Omit<Selectable<Tables['usage_records']>, 'server_tool_use' | 'price' | 'metadata' | 'plan_windows'> & {
  readonly server_tool_use: Readonly<Record<string, number>> | null;
};

/** Records of months that were dropped are gone. */
export async function findUsageRecord(
  { db, organizationId }: OrganizationScope,
  requestId: string,
  extent: Extent,
): Promise<StoredUsageRecord | undefined> {
  const { rows } = await sql<StoredUsageRecord>`
    select * from usage_records u
    where u.request_id = ${requestId} and u.organization_id = ${organizationId} and ${within(extent, 'u')}`.execute(db);
  return rows[0];
}
