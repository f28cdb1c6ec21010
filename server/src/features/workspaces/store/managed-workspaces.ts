import { sql, type SelectQueryBuilder } from 'kysely';
import {
  readPage,
  toPreciseTimestamp,
  type OrganizationScope,
  type Page,
  type PageRequest,
  type Tables,
} from '#store';
import { workspacesOf, type AdministeredWorkspace } from './administered-workspaces.ts';

/** A workspace with how much it has and what it spent this month. */
export type StoredManagedWorkspace = AdministeredWorkspace & {
  readonly active_keys: number;
  readonly members: number;
  readonly spent_nanos: number;
};

interface CountedUntil {
  readonly nowMs: number;
  readonly monthStartsAtMs: number;
  /** No count goes further. */
  readonly most: number;
}

export function findManagedWorkspaces(
  scope: OrganizationScope,
  { nowMs, monthStartsAtMs, most }: CountedUntil,
  page: PageRequest,
): Promise<Page<StoredManagedWorkspace>> {
  const [now, month] = [nowMs, monthStartsAtMs].map((ms) => sql`${toPreciseTimestamp(ms)}::timestamptz`);
  const keys = sql<number>`(select count(*) from (
    select from api_keys k
    where k.organization_id = w.organization_id and k.workspace_id = w.id and k.status = 'active' and (k.expires_at is null or k.expires_at > ${now})
    limit ${most}) as active)`;
  const members = sql<number>`(select count(*) from (
    select from workspace_members m where m.organization_id = w.organization_id and m.workspace_id = w.id limit ${most}) as added)`;
  const spent = sql<number>`coalesce((
    select c.spent_nanos from credit_spend c
    where c.organization_id = w.organization_id and c.month_starts_at = ${month} and c.scope = 'workspace' and c.scope_id = w.id), 0)`;
  const counted = workspacesOf(scope).select([
    keys.as('active_keys'),
    members.as('members'),
    spent.as('spent_nanos'),
  ]);
  return readPage(
    counted as unknown as SelectQueryBuilder<Tables, 'workspaces', StoredManagedWorkspace>,
    'w.id',
    page,
  );
}
