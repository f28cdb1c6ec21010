import { COUNTED_IN_WORKSPACES, type ManagedWorkspace } from '@svc/contract';
import { nanosToDecimal } from '#config';
import { isWellFormedId, listPage, type ListBody, type PageQuery } from '#features/listing';
import { spendMonth } from '#features/spend-limits';
import type { OrganizationScope } from '#store';
import { findManagedWorkspaces, type StoredManagedWorkspace } from './store/managed-workspaces.ts';
import { toWorkspace } from './workspaces.ts';

/** Workspaces of an organization as operators see them, archived ones included. */
export function listManagedWorkspaces(
  scope: OrganizationScope,
  query: PageQuery,
  nowMs: number,
): Promise<ListBody> {
  const times = { nowMs, monthStartsAtMs: spendMonth(nowMs).startS * 1000, most: COUNTED_IN_WORKSPACES };
  return listPage(query, {
    read: (page) => findManagedWorkspaces(scope, times, page),
    hasPlace: isWellFormedId('workspace'),
    toItem: toManagedWorkspace,
    idOf: ({ id }) => id,
  });
}

function toManagedWorkspace(row: StoredManagedWorkspace): ManagedWorkspace {
  const { description: _, allowed_ips: _ips, ...shown } = toWorkspace(row);
  return {
    ...shown,
    active_keys: row.active_keys,
    members: row.members,
    spent_usd: nanosToDecimal(row.spent_nanos),
  };
}
