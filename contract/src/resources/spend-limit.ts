import { z } from 'zod';
import { SPEND_LIMIT_ID } from '../reference/objects/ids.ts';
import { SpendLimit } from '../schemas/administration/spend-limit.ts';
import { OFFICERS } from './grants.ts';
import type { Resource } from './resource.ts';

/** Monthly caps of credit spend (D-ADM-5). */
export const SPEND_LIMIT = {
  type: 'spend_limit',
  kind: 'Spend limit',
  ids: { spendLimit: 'spl_' },
  errors: {
    spend_limit_not_found: {
      status: 404,
      when: 'The organization has no such spend limit.',
      message:
        'No spend limit with this id exists in the organization. List the spend limits to find its id.',
    },
  },
  permissions: {
    'spend_limits.manage': { words: 'Manage spend limits', roles: OFFICERS },
  },
  audit: {
    organization: {
      'spend_limit.updated': 'Spend limit changed',
    },
  },
  events: {
    'spend.threshold_reached': {
      scope: 'organization',
      object: SpendLimit,
      more: { threshold_percent: z.union([z.literal(50), z.literal(80), z.literal(100)]) },
    },
  },
  pathParameters: {
    spend_limit_id: { description: 'Id of a spend limit.', example: SPEND_LIMIT_ID },
  },
} as const satisfies Resource;
