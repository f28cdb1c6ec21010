import type { SealedTable } from '#features/module';

export const SEALED_HOOKS: SealedTable = {
  name: 'inference hooks',
  purpose: 'svc inference hooks',
  table: 'inference_hooks',
  key: ['organization_id'],
  sealed: ['sealed_headers', 'sealed_secret', 'sealed_previous_secret'],
  placeOf: ({ organization_id: id }, column) => ({
    owner: `organization:${String(id)}`,
    aad: column === 'sealed_headers' ? headersAad(String(id)) : secretAad(String(id)),
  }),
};

export function headersAad(organizationId: string): string {
  return `${organizationId} headers`;
}

export function secretAad(organizationId: string): string {
  return `${organizationId} secret`;
}
