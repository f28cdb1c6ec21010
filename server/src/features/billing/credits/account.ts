import type { Clock } from '#kit';
import { CreditSpend, type SpendState } from './credit-spend.ts';
import { LimitLeases, type LimitClaim, type LimitLender } from './limit-leases.ts';
import {
  isSameAllowance,
  PlanWindows,
  type Allowance,
  type WindowTriple,
  type WindowUse,
} from '../plan/plan-windows.ts';
import { WalletSlice, type WalletLender } from './wallet-slice.ts';

/** What one answered request took, from which windows or scopes. */
export type Charge =
  | { readonly source: 'subscription'; readonly milli: number; readonly windows: WindowTriple }
  | {
      readonly source: 'api_credit';
      readonly nanos: number;
      readonly scopes: readonly string[];
      readonly admittedAtMs: number;
    };

export interface AccountState extends SpendState {
  readonly windows: readonly WindowUse[];
}

/** Where an account gets what it shares with other nodes. */
export interface AccountLenders {
  readonly wallet: WalletLender;
  /** Absent: no other process uses this database. */
  readonly limits: LimitLender | undefined;
  /** Has other nodes give back what they can spare. Rejects with StoreUnavailable. */
  readonly recall: () => Promise<void>;
}

/** The plan's windows as one counter of `LimitLeases`: a request takes the same from each. The others are scopes of spend limits. */
export const PLAN = ['plan'] as const;

/** What this node knows of one organization's allowance and credits: the database's figures and what is on its way there. */
export class Account {
  readonly organizationId: string;
  readonly windows = new PlanWindows();
  readonly spend = new CreditSpend();
  readonly wallet: WalletSlice;
  /** Absent: this process counts alone. */
  readonly leases: LimitLeases | undefined;
  /** When a request last asked, by the monotonic clock. */
  usedAt = 0;
  /** Requests its plan pays for that are not over. Until then it is what they are charged to. */
  running = 0;
  /** When the database's figures were last taken over, by the monotonic clock. */
  readAt = 0;
  readonly #recall: () => Promise<void>;
  #changedAt = -Infinity;
  #allowance: Allowance | undefined;

  constructor(organizationId: string, lenders: AccountLenders, clock: Clock) {
    this.organizationId = organizationId;
    this.wallet = new WalletSlice(lenders.wallet, clock);
    this.leases = lenders.limits && new LimitLeases(lenders.limits, clock);
    this.#recall = lenders.recall;
  }

  get idle(): boolean {
    return this.running === 0 && this.wallet.idle && this.leases?.idle !== false;
  }

  /** When its limits were last changed, by the monotonic clock: figures read before are not to be used. */
  get changedAt(): number {
    return this.#changedAt;
  }

  changed(atMs: number): void {
    this.#changedAt = atMs;
    this.leases?.distrust();
  }

  /** The database's figures, and on top of them the charges it does not have yet. */
  reset(state: AccountState, underway: readonly Charge[], nowMs: number): void {
    this.windows.reset(state.windows);
    if (this.spend.reset(state, nowMs)) this.leases?.distrust();
    for (const charge of underway) this.#count(charge);
  }

  /** What was leased of the windows of another allowance says nothing about those of this one. */
  allow(allowance: Allowance): void {
    const last = this.#allowance;
    this.#allowance = allowance;
    if (last && !isSameAllowance(last, allowance)) this.leases?.distrust();
  }

  /** A request is over. */
  charge(charge: Charge): void {
    this.#count(charge);
    this.leases?.spend(countersOf(charge), amountOf(charge));
  }

  /** What running requests hold of a limit. */
  held(counter: string): number {
    return counter === PLAN[0] ? this.windows.heldMilli : this.spend.held(counter);
  }

  /** Admits a request by limits that this node shares. Undefined: a limit is reached. Rejects with StoreUnavailable. */
  async claim<R>(leases: LimitLeases, claim: LimitClaim<R>): Promise<R | undefined> {
    for (let recalls = 0; ; recalls++) {
      const outcome = await leases.claim(claim, { recalls });
      if (outcome !== 'recall') return outcome === 'refused' ? undefined : outcome.reserved;
      await this.#recall();
    }
  }

  /** Holds credits, after what other nodes do not use was called back. False when the balance does not cover it. */
  async holdCredits(nanos: number): Promise<boolean> {
    if (await this.wallet.hold(nanos)) return true;
    if (!this.wallet.isLentElsewhere) return false;
    await this.#recall();
    return this.wallet.hold(nanos);
  }

  async returnFree(options?: { readonly always: boolean }): Promise<void> {
    await Promise.all([this.wallet.returnFree(options), this.leases?.returnFree(options)]);
  }

  #count(charge: Charge): void {
    if (charge.source === 'subscription') this.windows.take(charge.windows, charge.milli);
    else this.spend.spend(charge.scopes, charge.nanos, charge.admittedAtMs);
  }
}

export function countersOf(charge: Charge): readonly string[] {
  return charge.source === 'subscription' ? PLAN : charge.scopes;
}

export function amountOf(charge: Charge): number {
  return charge.source === 'subscription' ? charge.milli : charge.nanos;
}
