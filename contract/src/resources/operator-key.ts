import type { Resource } from './resource.ts';

/** Keys to the Operator API. */
export const OPERATOR_KEY = {
  type: 'operator_key',
  ids: { operatorKey: 'operkey_' },
  errors: {
    operator_key_not_found: {
      status: 404,
      when: 'The deployment has no such operator key.',
      message: 'No operator key with this id exists. List the operator keys to find its id.',
    },
  },
} as const satisfies Resource;
