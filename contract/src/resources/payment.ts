import { limit } from '../limits/limit.ts';
import type { Resource } from './resource.ts';

/** Payments that were recorded. */
export const PAYMENT = {
  type: 'payment',
  kind: 'Payment',
  ids: { payment: 'pay_' },
  audit: {
    organization: {
      'payment.recorded': 'Payment recorded',
    },
  },
  limits: {
    payment_reference_characters: limit(100, 'Maximum length of the reference of a payment.'),
  },
} as const satisfies Resource;
