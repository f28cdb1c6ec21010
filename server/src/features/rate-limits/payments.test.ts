import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nanosToDecimal } from '#config';
import { OrganizationScope } from '#store';
import { testDatabases, type OpenTestDatabase } from '#test-kit';
import { loadPayments } from './store.ts';

describe.each(await testDatabases())('what an organization paid, on $kind', (database) => {
  let opened: OpenTestDatabase;
  beforeAll(async () => {
    opened = await database.open();
  });
  afterAll(() => opened.close());

  it('RATE-04 D-GEN-10 is exact over any number of years', async () => {
    const { db } = opened.store;
    const entry = {
      organization_id: 'org_1',
      kind: 'grant',
      note: '',
      account: 'wallet',
      created_at: 0,
    } as const;
    const amounts = [8_999_999_999_999_999, 8_999_999_999_999_999, 8_999_999_999_999_999];
    await db
      .insertInto('ledger_entries')
      .values(amounts.map((nanos, i) => ({ ...entry, transaction_id: `grant_${i}`, amount_nanos: nanos })))
      .execute();
    const { paidNanos, firstPaidAtMs } = await loadPayments(new OrganizationScope(db, 'org_1'));
    expect([nanosToDecimal(paidNanos), firstPaidAtMs]).toEqual(['26999999.999999997', 0]);
    expect((await loadPayments(new OrganizationScope(db, 'org_2'))).paidNanos).toBe(0n);
  });
});
