export { AccountBook, type AccountBookOptions } from './account-book.ts';
export { Allowance, type AllowanceRequest, type AllowanceSettings } from './allowance.ts';
export { grantCredits, grantCreditsTo, type Grant, type Granted, type GrantRequest, UnknownOrganization } from './grant-credits.ts';
export { checkLedger, type LedgerFinding } from './check-ledger.ts';
export { dropUsage, type DroppedMonth, parseMonth, UsageStillNeeded } from './drop-usage.ts';
export { MeteredRun } from './metered-run.ts';
export { setReloadTrigger } from './store/low-balances.ts';
export { SpendWatch } from './spend-watch.ts';
export { UsageMeter } from './usage-meter.ts';
