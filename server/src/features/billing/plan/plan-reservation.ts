import type { TokenUsage } from '#engine';
import type { DeferredCharge, RecordedCharge, Reservation } from '#exchange';
import { NOTHING_DEFERRED } from '../nothing-deferred.ts';
import type { CachedWallet, Charge } from '../credits/cached-wallet.ts';
import type { WalletCache } from '../credits/wallet-cache.ts';
import type { Period } from '#features/spend-limits';
import type { Allowance } from './plan-windows.ts';
import type { Tariff } from '../metering/tariff.ts';

export interface PlanReservationParts {
  readonly book: WalletCache;
  readonly account: CachedWallet;
  readonly tariff: Tariff;
  readonly allowance: Allowance;
  readonly admittedAtMs: number;
  /** The most the request can take. */
  readonly heldMilli: number;
  /** This node's run. The record carries it so that the cost is taken from the run's lease. */
  readonly runId: string;
}

/** The plan pays, however far the request runs past a window (D-88). */
export class PlanReservation implements Reservation {
  readonly source = 'subscription';
  readonly #parts: PlanReservationParts;
  /** The session open at admission: the request counts in it even if another one is open when it ends. */
  readonly #session: Period | undefined;
  #charge: Charge | undefined;
  #over = false;

  constructor(parts: PlanReservationParts) {
    this.#parts = parts;
    parts.account.running++;
    parts.account.windows.heldMilli += parts.heldMilli;
    this.#session = parts.account.windows.openSession(parts.allowance, parts.admittedAtMs);
  }

  price(usage: TokenUsage): RecordedCharge {
    const { account, tariff, allowance, admittedAtMs, runId } = this.#parts;
    const milli = tariff.planMilli(usage);
    const windows = account.windows.enter(allowance, admittedAtMs, this.#session);
    this.#charge = { source: 'subscription', milli, windows };
    return {
      billing_source: 'subscription',
      cost_nanos: 0,
      plan_milli: milli,
      plan_windows: windows.seconds,
      node_id: runId,
    };
  }

  settle(offset: number): void {
    if (this.#end() && this.#charge) this.#parts.book.charge(this.#parts.account, this.#charge, offset);
  }

  defer(): DeferredCharge {
    const { book, account } = this.#parts;
    return this.#end() && this.#charge ? book.defer(account, this.#charge) : NOTHING_DEFERRED;
  }

  release(): void {
    this.#end();
  }

  #end(): boolean {
    if (this.#over) return false;
    this.#over = true;
    this.#parts.account.running--;
    this.#parts.account.windows.heldMilli -= this.#parts.heldMilli;
    return true;
  }
}
