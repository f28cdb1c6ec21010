import { ApiError, type Payment, type PaymentRecord } from '@svc/contract';
import { decimalToNanos, nanosToDecimal } from '#config';
import { auditChange, type MutationContext } from '#features/audit';
import { toTimestamp } from '#kit';
import { grantCredits } from './grant-credits.ts';
import type { PaymentProvider } from './payment-provider.ts';
import { BalanceTooLarge } from './store/grants.ts';
import { findBalance } from './store/ledger.ts';
import { hasPayment, insertPayment } from './store/payments.ts';

/**
 * Turns a payment into credits once. A repeated reference is 409 `resource_conflict`, and so is an amount
 * that would overflow the balance.
 */
export async function recordPayment(
  change: MutationContext,
  record: PaymentRecord,
  provider: PaymentProvider,
): Promise<Payment> {
  const { scope, userId, nowMs } = change;
  const { reference } = record;
  const { organizationId } = scope;
  if (await hasPayment(scope, provider.name, reference)) {
    throw new ApiError('resource_conflict', {
      param: 'reference',
      message: 'A payment with this reference is already recorded.',
    });
  }
  const amountNanos = decimalToNanos(record.amount_usd);
  await provider.collect({ organizationId, amountNanos, reference });
  const id = await grantCredits(
    scope.db,
    { organizationId, amountNanos, note: `Payment ${reference}` },
    nowMs,
  ).catch((error: unknown) => {
    throw error instanceof BalanceTooLarge
      ? new ApiError('resource_conflict', { param: 'amount_usd', message: error.message })
      : error;
  });
  await insertPayment(
    scope,
    { id, provider: provider.name, reference, amountNanos, recordedBy: userId },
    nowMs,
  );
  const amountUsd = nanosToDecimal(amountNanos);
  const changes = { amount_usd: { from: null, to: amountUsd }, reference: { from: null, to: reference } };
  await auditChange(change, { event: 'payment.recorded', resource: { type: 'payment', id }, changes });
  return {
    id,
    type: 'payment',
    provider: provider.name,
    reference,
    amount_usd: amountUsd,
    balance_usd: nanosToDecimal(await findBalance(scope)),
    recorded_by: userId,
    created_at: toTimestamp(nowMs),
  };
}
