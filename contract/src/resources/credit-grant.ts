import { CreditBalance } from '../schemas/webhooks/credit-balance.ts';
import type { Resource } from './resource.ts';

/** Credits of an organization, and the warning of a low balance (D-HOOK-13). */
export const CREDIT_GRANT = {
  type: 'credit_grant',
  kind: 'Credits',
  ids: { creditGrant: 'grant_' },
  audit: {
    organization: {
      'credits.granted': 'Credits granted',
    },
  },
  events: { 'credits.low_balance': { scope: 'organization', object: CreditBalance } },
} as const satisfies Resource;
