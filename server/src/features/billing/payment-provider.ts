import { ApiError } from '@svc/contract';
import type { ManualPayments } from '#config';

/** A payment that will become credits. */
export interface PaymentOrder {
  readonly organizationId: string;
  readonly amountNanos: number;
  /** Invoice, transfer or receipt number. */
  readonly reference: string;
}

/**
 * Collects payments (D-CONS-7). `collect` resolves when the money has arrived, and throws an `ApiError` when
 * it will not.
 */
export interface PaymentProvider {
  readonly name: 'manual';
  collect(order: PaymentOrder): Promise<void>;
}

const REFUSALS: Readonly<Record<Exclude<ManualPayments, 'owners'>, string>> = {
  operators:
    'The operator of this service adds credits. Contact the operator and include the id of your organization.',
  off: 'This service does not take payments. Ask its operator about other options.',
};

/**
 * For money collected outside this service and recorded by an owner, so there is nothing left to collect.
 * Nobody verifies it: an owner could add credits without limit. Throws 403 `forbidden` unless the operator
 * allows owners to do so.
 */
export function manualPayments(setting: ManualPayments): PaymentProvider {
  if (setting !== 'owners') throw new ApiError('forbidden', { message: REFUSALS[setting] });
  return { name: 'manual', collect: () => Promise.resolve() };
}
