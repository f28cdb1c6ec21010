import { ID_PREFIXES } from '@svc/contract';
import type { SealedPlace, SealedTable } from '#features/module';
import type { IdempotencyKey } from './store.ts';

export const SEALED_RESPONSES: SealedTable = {
  name: 'idempotent answers',
  purpose: 'svc idempotent answers',
  table: 'idempotent_answers',
  key: ['organization_id', 'workspace_id', 'request', 'key'],
  sealed: ['sealed_answer'],
  placeOf: (row) =>
    responsePlace({
      organizationId: String(row['organization_id']),
      workspaceId: String(row['workspace_id']),
      request: String(row['request']),
      key: String(row['key']),
    }),
};

/** Answers to a workspace's keys are the workspace's, those to admin keys and people the organization's. */
export function responsePlace(key: IdempotencyKey): SealedPlace {
  const { organizationId, workspaceId: owner } = key;
  const isWorkspace = owner.startsWith(ID_PREFIXES.workspace);
  return {
    owner: isWorkspace ? `workspace:${owner}` : `organization:${organizationId}`,
    aad: JSON.stringify(key),
  };
}
