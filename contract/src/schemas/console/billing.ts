import { z } from 'zod';
import type { LimitValues } from '../../limits.ts';
import { amount, line, money, timestamp } from '../administration/fields.ts';
import { pageQuery } from '../administration/page.ts';

const tokens = z.number().min(0).describe('Allowance tokens (inference contract §8).');

/** Plan, allowance and credits (D-CONS-7). */
export const Billing = z
  .object({
    type: z.literal('billing'),
    plan: z.object({ id: z.string(), is_paid: z.boolean(), monthly_tokens: z.int().min(0) }),
    status: z.enum(['active', 'inactive']),
    subscribed_at: timestamp,
    windows: z
      .array(
        z.object({
          kind: z.enum(['monthly', 'weekly', 'session']),
          used_tokens: tokens,
          limit_tokens: tokens,
          resets_at: timestamp.nullable().describe('Null: no session is open, the next request opens one.'),
        }),
      )
      .describe('Month, week and session, in this order.'),
    credits: z.object({
      enabled: z.boolean().describe('Whether calls may use credits when a window is full.'),
      balance_usd: z
        .string()
        .describe(
          'US dollars as decimal text. Below zero by what the last requests took beyond their holds.',
        ),
    }),
    manual_payments: z
      .enum(['owners', 'operators', 'off'])
      .describe('Who records payments that were received: owners here, operators with a command, or nobody.'),
  })
  .meta({ id: 'Billing' });
export type Billing = z.infer<typeof Billing>;

export const billingUpdate = () =>
  z.strictObject({
    credits_enabled: z.boolean().describe('Whether calls may use credits when a window is full.'),
  });
export type BillingUpdate = z.output<ReturnType<typeof billingUpdate>>;

/** One movement of the credits. The ledger is append-only: an entry never changes. */
export const LedgerEntry = z
  .object({
    id: z.string().describe('Id of a request, or of the payment or grant.'),
    type: z.literal('ledger_entry'),
    kind: z.enum(['usage', 'grant']),
    amount_usd: z.string().describe('US dollars as decimal text; below zero what was spent.'),
    note: z.string().nullable(),
    created_at: timestamp,
  })
  .meta({ id: 'LedgerEntry' });
export type LedgerEntry = z.infer<typeof LedgerEntry>;

export function ledgerQuery(limits: LimitValues) {
  return pageQuery(limits).extend({ kind: z.enum(['usage', 'grant']).optional() });
}
export type LedgerQuery = z.output<ReturnType<typeof ledgerQuery>>;

/** A payment that was received and turned into credits. */
export const Payment = z
  .object({
    id: z.string().describe('Id of its entry in the ledger.'),
    type: z.literal('payment'),
    provider: z.literal('manual'),
    reference: z.string(),
    amount_usd: money,
    balance_usd: z.string().describe('The balance with it.'),
    recorded_by: z.string(),
    created_at: timestamp,
  })
  .meta({ id: 'Payment' });
export type Payment = z.infer<typeof Payment>;

export function paymentRecord(limits: LimitValues) {
  return z.strictObject({
    amount_usd: amount.refine((text) => Number(text) > 0, 'must be more than 0'),
    reference: line(1, limits.payment_reference_characters).describe(
      'Invoice, transfer or receipt number. Each can be recorded once.',
    ),
  });
}
export type PaymentRecord = z.output<ReturnType<typeof paymentRecord>>;
