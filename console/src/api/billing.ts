import type { LedgerEntry } from '@svc/contract';
import { call } from './console-api.ts';
import { listOptions } from './pages.ts';

export { billingOptions } from './overview.ts';

export const LEDGER = ['ledger'] as const;

export type LedgerKind = LedgerEntry['kind'];

export const ledgerList = (kind?: LedgerKind) =>
  listOptions<LedgerEntry>([...LEDGER, kind ?? 'all'], (page, options) =>
    call('listLedgerEntries', { query: { ...page, kind }, ...options }),
  );

/** Whether calls may use credits when the plan is used up. */
export const setCreditsEnabled = (enabled: boolean) =>
  call('updateBilling', { body: { credits_enabled: enabled } });

export const recordPayment = (body: { readonly amount_usd: string; readonly reference: string }) =>
  call('recordPayment', { body });
