import { z } from 'zod';
import { money } from '../administration/fields.ts';

/** The object of `credits.low_balance` (D-HOOK-13). */
export const CreditBalance = z
  .object({
    type: z.literal('credit_balance'),
    balance_usd: money,
    auto_reload: z.object({
      enabled: z.boolean(),
      trigger_usd: money.describe('The balance below which the event is sent.'),
      last_error: z.string().nullable(),
    }),
  })
  .meta({ id: 'CreditBalance' });
export type CreditBalance = z.infer<typeof CreditBalance>;
