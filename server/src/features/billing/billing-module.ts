import type { DeploymentConfig } from '#config';
import { Created, organizationCache, type ConsoleHandlers, type Module } from '#features/module';
import type { PeriodicJob } from '#jobs';
import type { Clock } from '#kit';
import type { WalletCache } from './credits/wallet-cache.ts';
import { listLedgerEntries } from './list-ledger-entries.ts';
import { manualPayments } from './payment-provider.ts';
import { readBilling, type BillingDeps } from './read-billing.ts';
import { recordPayment } from './record-payment.ts';
import { updateBilling } from './update-billing.ts';

export interface BillingModuleDeps extends BillingDeps {
  readonly clock: Clock;
  readonly deployment: () => DeploymentConfig;
  readonly walletCache: WalletCache;
  readonly spendWatch: PeriodicJob;
}

export function billingModule(deps: BillingModuleDeps) {
  const { clock, deployment, walletCache } = deps;
  return {
    console: {
      readBilling: (scope) => readBilling(scope, deps, clock.nowMs()),
      updateBilling: async (change, { body }) => {
        await updateBilling(change, body, deployment().payments.manual);
        return readBilling(change.scope, deps, clock.nowMs());
      },
      listLedgerEntries: (scope, { query }) => listLedgerEntries(scope, query),
      recordPayment: async (change, { body }) =>
        new Created(await recordPayment(change, body, manualPayments(deployment().payments.manual))),
    } satisfies Partial<ConsoleHandlers>,
    caches: [organizationCache(walletCache)],
    jobs: [walletCache.job, deps.spendWatch],
  } satisfies Module;
}
