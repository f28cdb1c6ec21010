import { ApiError, type CreditGrant, type CreditGranting } from '@svc/contract';
import { decimalToNanos, nanosToDecimal } from '#config';
import { auditChange } from '#features/audit';
import { BalanceTooLarge, grantCredits as grant } from '#features/billing';
import type { OperatorChange } from '#features/module';
import { changeByOperator } from '#features/organization';
import { toTimestamp } from '#kit';
import { readManagedOrganization } from './managed-organization.ts';

/** Adds credits. Repeated with the same Idempotency-Key, they are added once. Throws 409 for a balance that would be too large. */
export function grantCredits(
  by: OperatorChange,
  organizationId: string,
  { amount_usd: givenUsd, note }: CreditGranting,
): Promise<CreditGrant> {
  const { db, nowMs } = by;
  return changeByOperator(by, organizationId, async (change) => {
    const amountNanos = decimalToNanos(givenUsd);
    const amountUsd = nanosToDecimal(amountNanos);
    const id = await grant(db, { organizationId, amountNanos, note }, nowMs).catch((error: unknown) => {
      throw error instanceof BalanceTooLarge
        ? new ApiError('resource_conflict', { param: 'amount_usd', message: error.message })
        : error;
    });
    const resource = { type: 'credit_grant', id } as const;
    const changes = { amount_usd: { from: null, to: amountUsd } };
    await auditChange(change, { event: 'credits.granted', resource, changes });
    await by.note({ event: 'credits.granted', resource, changes, organizationId });
    const { balance_usd: balanceUsd } = await readManagedOrganization(db, organizationId);
    return {
      id,
      type: 'credit_grant',
      organization_id: organizationId,
      amount_usd: amountUsd,
      note,
      balance_usd: balanceUsd,
      created_at: toTimestamp(nowMs),
    };
  });
}
