import { checkLedger } from '../../../server/src/features/billing/index.ts';
import type { Store } from '../../../server/src/store/index.ts';
import { oneModel, oneOrganization, openaiEngine } from '../../../server/test-kit/index.ts';
import { report, require } from '../proof.ts';

/** A small deployment in which credits pay for every call: the plan's windows are too small for one token. */
export function paidDeployment(upstreamUrl: string): {
  readonly deployment: unknown;
  readonly provisioning: unknown;
} {
  return {
    deployment: oneModel(openaiEngine(upstreamUrl), {
      plans: [{ id: 'pro', paid: true, monthly_tokens: 1, models: ['Svc Standard'] }],
    }),
    provisioning: oneOrganization({ credits: { enabled: true, balance_usd: '100000' } }),
  };
}

/** The books add up. Returns how many of their properties hold. */
export async function checkBooks(store: Store): Promise<number> {
  const findings = await checkLedger(store.db, Date.now());
  for (const { property, broken } of findings)
    require(broken.length === 0, `${property}: ${broken.join('; ')}`);
  return findings.length;
}

/** The books of a paid deployment add up, there is something in them, and nothing is held any more. */
export async function checkPaidBooks(kind: string, store: Store): Promise<void> {
  const properties = await checkBooks(store);
  const leases = await store.db.selectFrom('wallet_leases').selectAll().execute();
  require(leases.length === 0, `leases are left: ${JSON.stringify(leases.slice(0, 3))}`);
  const charges = await store.db
    .selectFrom('ledger_entries')
    .select('amount_nanos')
    .where('account', '=', 'revenue')
    .execute();
  require(charges.length > 0, 'nothing was charged');
  const nanos = charges.reduce((sum, { amount_nanos }) => sum + amount_nanos, 0);
  report(kind, {
    'properties of the books that hold': properties,
    charges: charges.length,
    'nano-dollars charged': nanos,
  });
}
