import type { SealedTable } from '#features/module';

export const SEALED_SIGNING_KEYS: SealedTable = {
  name: 'token signing keys',
  purpose: 'svc token signing keys',
  table: 'token_signing_keys',
  key: ['generation'],
  sealed: ['sealed_private_key'],
  facts: ['kid'],
  placeOf: ({ kid }) => ({ owner: 'deployment', aad: String(kid) }),
};
