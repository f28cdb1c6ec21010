/** What calls cost and who pays: plan windows, credits and their ledger, the record of every run (ADR 0010). */
export { AccountBook, type AccountBookOptions } from './credits/account-book.ts';
export { Allowance, type AllowanceRequest, type AllowanceSettings } from './allowance.ts';
export { grantCredits, grantCreditsTo, type Grant, type Granted, type GrantRequest } from './grant-credits.ts';
export { listLedger } from './list-ledger.ts';
export { MANUAL_PAYMENTS } from './payment-provider.ts';
export { readBilling } from './read-billing.ts';
export { recordPayment } from './record-payment.ts';
export { checkLedger, type LedgerFinding } from './check-ledger.ts';
export { dropUsage, type DroppedMonth, parseMonth } from './drop-usage.ts';
export { MeteredRun } from './metering/metered-run.ts';
export { setReloadTrigger } from './store/low-balances.ts';
export { SpendWatch } from './spend-watch.ts';
export { UsageMeter } from './metering/usage-meter.ts';
