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

/** What one answered request cost, and which windows or scopes it counts against. */
export type Charge =
  | { readonly source: 'subscription'; readonly milli: number; readonly windows: WindowTriple }
  | {
      readonly source: 'api_credit';
      readonly nanos: number;
      readonly scopes: readonly string[];
      readonly admittedAtMs: number;
    };

export interface WalletState extends SpendState {
  readonly windows: readonly WindowUse[];
}

/** Where an account gets its parts of what all nodes share. */
export interface WalletLenders {
  readonly wallet: WalletLender;
  /** Absent: no other process uses this database. */
  readonly limits: LimitLender | undefined;
  /** Delivers this node's records and returns what its running requests do not need. Rejects with StoreUnavailable. */
  readonly settle: () => Promise<void>;
  /** Asks other nodes to do the same. Rejects with StoreUnavailable. */
  readonly recall: () => Promise<void>;
}

/**
 * The plan's windows as one counter of `LimitLeases`, because a request takes the same amount from each. All
 * other counters are scopes of spend limits.
 */
export const PLAN = ['plan'] as const;

/**
 * What this node knows of one organization's allowance and credits: the database's figures plus charges not
 * delivered yet.
 */
export class CachedWallet {
  readonly organizationId: string;
  readonly windows = new PlanWindows();
  readonly spend = new CreditSpend();
  readonly wallet: WalletSlice;
  /** Absent: this process counts alone. */
  readonly leases: LimitLeases | undefined;
  /** When a request last used the account, by the monotonic clock. */
  usedAt = 0;
  /** Running requests that the plan pays for. Each stays charged to the plan until it ends. */
  running = 0;
  /** When the database's figures were last applied, by the monotonic clock. */
  readAt = 0;
  readonly #settle: () => Promise<void>;
  readonly #recall: () => Promise<void>;
  #changedAt = -Infinity;
  #allowance: Allowance | undefined;

  constructor(organizationId: string, lenders: WalletLenders, clock: Clock) {
    this.organizationId = organizationId;
    this.wallet = new WalletSlice(lenders.wallet, clock);
    this.leases = lenders.limits && new LimitLeases(lenders.limits, clock);
    this.#settle = lenders.settle;
    this.#recall = lenders.recall;
  }

  get idle(): boolean {
    return this.running === 0 && this.wallet.idle && this.leases?.idle !== false;
  }

  /** When its limits last changed, by the monotonic clock. Figures loaded before then must not be used. */
  get changedAt(): number {
    return this.#changedAt;
  }

  changed(atMs: number): void {
    this.#changedAt = atMs;
    this.leases?.distrust();
  }

  /** Applies the database's figures and adds the charges that are not in them yet. */
  reset(state: WalletState, underway: readonly Charge[], nowMs: number): void {
    this.windows.reset(state.windows);
    if (this.spend.reset(state, nowMs)) this.leases?.distrust();
    for (const charge of underway) this.#count(charge);
  }

  /** Leases of another allowance's windows do not apply to this one's. */
  allow(allowance: Allowance): void {
    const last = this.#allowance;
    this.#allowance = allowance;
    if (last && !isSameAllowance(last, allowance)) this.leases?.distrust();
  }

  /** Counts the charge of a finished request. */
  charge(charge: Charge): void {
    this.#count(charge);
    this.leases?.spend(countersOf(charge), amountOf(charge));
  }

  /** Removes a charge that was counted but will not be made. */
  undo(charge: Charge): void {
    if (charge.source === 'subscription') this.windows.take(charge.windows, -charge.milli);
    else {
      this.spend.spend(charge.scopes, -charge.nanos, charge.admittedAtMs);
      this.wallet.unsettle(charge.nanos);
    }
    this.leases?.spend(countersOf(charge), -amountOf(charge));
  }

  /** What running requests hold against a limit. */
  held(counter: string): number {
    return counter === PLAN[0] ? this.windows.heldMilli : this.spend.held(counter);
  }

  /**
   * Admits a request against limits shared with other nodes. Undefined: a limit is reached. Rejects with
   * StoreUnavailable.
   */
  async claim<R>(leases: LimitLeases, claim: LimitClaim<R>): Promise<R | undefined> {
    for (let recalls = 0; ; recalls++) {
      const outcome = await leases.claim(claim, { recalls });
      if (outcome !== 'recall') return outcome === 'refused' ? undefined : outcome.reserved;
      await this.#recall();
    }
  }

  /**
   * Holds credits. Before it refuses, what this node has set aside is settled, and other nodes return what they do not use: a lease
   * that was renewed while a record arrived sets aside what is spent already. False when the balance is too low.
   */
  async holdCredits(nanos: number): Promise<boolean> {
    const hadNothing = this.wallet.idle;
    if (await this.wallet.hold(nanos)) return true;
    const elsewhere = this.wallet.isLentElsewhere;
    if (hadNothing && !elsewhere) return false;
    await Promise.all([this.#settle(), elsewhere && this.#recall()]);
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
