import type { SealedTable } from '#features/module';

export const SEALED_AUTHENTICATORS: SealedTable = {
  name: 'operator authenticators',
  purpose: 'svc operator authenticators',
  table: 'operators',
  key: ['id'],
  sealed: ['authenticator'],
  placeOf: ({ id }) => ({ owner: 'deployment', aad: String(id) }),
};
