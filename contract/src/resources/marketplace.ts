import type { Resource } from './resource.ts';

/** Marketplaces that plugins come from. */
export const MARKETPLACE = {
  type: 'marketplace',
  errors: {
    marketplace_not_found: {
      status: 404,
      when: 'The deployment has no such marketplace.',
      message:
        'No marketplace with this id exists here. Ask the operator of this service for the available ones.',
    },
  },
} as const satisfies Resource;
