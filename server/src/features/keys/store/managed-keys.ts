import type { ManagedKeyQuery } from '@svc/contract';
import type { SelectQueryBuilder } from 'kysely';
import { unrestricted } from '#features/module';
import { readPage, type OrganizationScope, type Page, type PageRequest, type Tables } from '#store';
import { keysOf, matchingKeys, type AdministeredKey } from './administered-keys.ts';

export type StoredManagedKey = AdministeredKey & { readonly workspace_name: string };

export function findManagedKeys(
  scope: OrganizationScope,
  { status, workspace_id, limit }: ManagedKeyQuery,
  nowMs: number,
  page: PageRequest,
): Promise<Page<StoredManagedKey>> {
  const keys = matchingKeys(unrestricted(scope), { status, workspace_id, limit }, nowMs);
  const named = keys
    .innerJoin('workspaces as w', 'w.id', 'k.workspace_id')
    .select('w.name as workspace_name');
  return readPage(named as unknown as SelectQueryBuilder<Tables, 'api_keys', StoredManagedKey>, 'k.id', page);
}

export function findManagedKey(scope: OrganizationScope, id: string): Promise<StoredManagedKey | undefined> {
  return keysOf(unrestricted(scope))
    .innerJoin('workspaces as w', 'w.id', 'k.workspace_id')
    .select('w.name as workspace_name')
    .where('k.id', '=', id)
    .executeTakeFirst();
}
