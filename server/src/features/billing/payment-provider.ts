import { ApiError } from '@svc/contract';
import type { ManualPayments } from '#config';

/** A payment on its way to becoming credits. */
export interface PaymentOrder {
  readonly organizationId: string;
  readonly amountNanos: number;
  /** Invoice, transfer or receipt number. */
  readonly reference: string;
}

/** Whoever brings in the money (D-CONS-7). `collect` resolves when it is there, and throws an `ApiError` when it will not come. */
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
 * The money came outside of this service, and an owner says so: nothing is left to collect. Nobody checks that, so it gives owners credits
 * without limit: throws 403 `forbidden` unless the operator leaves it to them.
 */
export function manualPayments(setting: ManualPayments): PaymentProvider {
  if (setting !== 'owners') throw new ApiError('forbidden', { message: REFUSALS[setting] });
  return { name: 'manual', collect: () => Promise.resolve() };
}
