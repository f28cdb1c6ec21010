import type { SealedTable } from '#features/module';

export const SEALED_AUTHORITY = {
  name: 'tunnel authority',
  purpose: 'svc tunnel authority',
  table: 'tunnel_authorities',
  key: ['id'],
  sealed: ['sealed_key'],
  placeOf: () => ({ owner: 'deployment', aad: 'tunnel authority' }),
} as const satisfies SealedTable;
