import type { Clock } from '#kit';
import { CreditSpend, type SpendState } from './credit-spend.ts';
import { PlanWindows, type WindowTriple, type WindowUse } from '../plan/plan-windows.ts';
import { WalletSlice, type WalletLender } from './wallet-slice.ts';

/** What one answered request took, from which windows or scopes. */
export type Charge =
  | { readonly source: 'subscription'; readonly milli: number; readonly windows: WindowTriple }
  | { readonly source: 'api_credit'; readonly nanos: number; readonly scopes: readonly string[]; readonly admittedAtMs: number };

export interface AccountState extends SpendState {
  readonly windows: readonly WindowUse[];
}

/** What this node knows of one organization's allowance and credits: the database's figures and what is on its way there. */
export class Account {
  readonly organizationId: string;
  readonly windows = new PlanWindows();
  readonly spend = new CreditSpend();
  readonly wallet: WalletSlice;
  /** When a request last asked, by the monotonic clock. */
  usedAt = 0;
  /** Requests its plan pays for that are not over. Until then it is what they are charged to. */
  running = 0;
  /** When the database's figures were last taken over, by the monotonic clock. */
  readAt = 0;
  /** When its limits were last changed, by the monotonic clock: figures read before are not to be used. */
  changedAt = -Infinity;

  constructor(organizationId: string, lender: WalletLender, clock: Clock) {
    this.organizationId = organizationId;
    this.wallet = new WalletSlice(lender, clock);
  }

  get idle(): boolean {
    return this.running === 0 && this.wallet.idle;
  }

  /** The database's figures, and on top of them the charges it does not have yet. */
  reset(state: AccountState, underway: readonly Charge[], nowMs: number): void {
    this.windows.reset(state.windows);
    this.spend.reset(state, nowMs);
    for (const charge of underway) this.count(charge);
  }

  count(charge: Charge): void {
    if (charge.source === 'subscription') this.windows.take(charge.windows, charge.milli);
    else this.spend.spend(charge.scopes, charge.nanos, charge.admittedAtMs);
  }
}
