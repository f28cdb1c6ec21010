/** What calls cost and who pays: plan windows, credits and their ledger, usage records (ADR 0010). */
export { WalletCache, type WalletCacheOptions } from './credits/wallet-cache.ts';
export { Allowance, type AllowanceRequest, type AllowanceSettings } from './allowance.ts';
export {
  grantCredits,
  grantCreditsTo,
  type Grant,
  type Granted,
  type GrantRequest,
} from './grant-credits.ts';
export { BalanceTooLarge } from './store/grants.ts';
export { checkLedger, type LedgerFinding } from './check-ledger.ts';
export { dropUsage, type DroppedMonth, parseMonth } from './drop-usage.ts';
export { MeteredRun, type MeteredRunDeps } from './metering/metered-run.ts';
export { chargeUsage, chargeUsageWithin, inUsageMonths } from './store/charge-usage.ts';
export { setReloadTrigger } from './store/low-balances.ts';
export { PERIOD_KEY, PERIOD_SUMS, PERIODS } from './store/usage-periods.ts';
export { SUM_KEY, USAGE_SUMS } from './store/usage-sums.ts';
export { tariffOf, type ServiceTier } from './metering/tariff.ts';
export { TokenCounter } from './metering/token-counter.ts';
export { billingModule } from './billing-module.ts';
export { openBilling } from './open-billing.ts';
