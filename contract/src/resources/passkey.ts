import type { Resource } from './resource.ts';

/** Passkeys of people. */
export const PASSKEY = {
  type: 'passkey',
  kind: 'Passkey',
  errors: {
    passkey_not_found: {
      status: 404,
      when: 'The person has no such passkey.',
      message: 'You have no passkey with this id. List your passkeys to find its id.',
    },
  },
  audit: {
    signIn: {
      'passkey.added': 'Passkey added',
      'passkey.removed': 'Passkey removed',
    },
  },
} as const satisfies Resource;
