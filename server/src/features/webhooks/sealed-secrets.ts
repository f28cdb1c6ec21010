import type { SealedTable } from '#features/module';

export const SEALED_SECRETS: SealedTable = {
  name: 'webhook secrets',
  purpose: 'svc webhook secrets',
  table: 'webhook_secrets',
  key: ['webhook_id', 'generation'],
  sealed: ['sealed_secret'],
  parent: { table: 'webhooks', idColumn: 'webhook_id', fact: 'organization_id' },
  placeOf: (row) => ({
    owner: `organization:${String(row['organization_id'])}`,
    aad: String(row['webhook_id']),
  }),
};
