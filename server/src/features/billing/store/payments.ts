import type { OrganizationScope, Tables } from '#store';

type ProviderName = Tables['payments']['provider'];

export interface NewPayment {
  /** The id of its ledger transaction. */
  readonly id: string;
  readonly provider: ProviderName;
  readonly reference: string;
  readonly amountNanos: number;
  readonly recordedBy: string;
}

export async function hasPayment(
  { db, organizationId }: OrganizationScope,
  provider: ProviderName,
  reference: string,
): Promise<boolean> {
  const payment = db
    .selectFrom('payments')
    .select('transaction_id')
    .where('organization_id', '=', organizationId);
  return (
    (await payment.where('provider', '=', provider).where('reference', '=', reference).executeTakeFirst()) !==
    undefined
  );
}

export async function insertPayment(
  { db, organizationId }: OrganizationScope,
  payment: NewPayment,
  nowMs: number,
): Promise<void> {
  await db
    .insertInto('payments')
    .values({
      transaction_id: payment.id,
      organization_id: organizationId,
      provider: payment.provider,
      reference: payment.reference,
      amount_nanos: payment.amountNanos,
      recorded_by: payment.recordedBy,
      created_at: nowMs,
    })
    .execute();
}
