import type { SealedTable } from '#features/module';

export const SEALED_CONNECTIONS: SealedTable = {
  name: 'single sign-on connections',
  purpose: 'svc single sign-on connections',
  table: 'sso_connections',
  key: ['id'],
  sealed: ['sealed_secret', 'sealed_previous_secret'],
  facts: ['organization_id'],
  placeOf: ({ id, organization_id: organizationId }) => ({
    owner: `organization:${String(organizationId)}`,
    aad: secretAad(String(id)),
  }),
};

export function secretAad(connectionId: string): string {
  return `${connectionId} client secret`;
}
