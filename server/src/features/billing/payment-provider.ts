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

/** The money came outside of this service, and an owner says so: nothing is left to collect. */
export const MANUAL_PAYMENTS: PaymentProvider = { name: 'manual', collect: () => Promise.resolve() };
