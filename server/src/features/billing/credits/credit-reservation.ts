import type { TokenUsage } from '#engine';
import type { DeferredCharge, RecordedCharge, Reservation } from '#exchange';
import { NOTHING_DEFERRED } from '../nothing-deferred.ts';
import type { CachedWallet } from './cached-wallet.ts';
import type { WalletCache } from './wallet-cache.ts';
import type { Tariff } from '../metering/tariff.ts';
import type { ToolPrices } from '../metering/tool-prices.ts';

export interface CreditReservationParts {
  readonly book: WalletCache;
  readonly account: CachedWallet;
  readonly tariff: Tariff;
  readonly toolPrices: ToolPrices;
  readonly scopes: readonly string[];
  /** The worst case, held in the wallet. */
  readonly heldNanos: number;
  readonly admittedAtMs: number;
  /** This node's run. The record carries it so that the cost is taken from the run's lease. */
  readonly runId: string;
}

/**
 * Credits pay. The worst case is held in the wallet and against the spend limits until the request ends
 * (D-86, D-87).
 */
export class CreditReservation implements Reservation {
  readonly source = 'api_credit';
  readonly #parts: CreditReservationParts;
  #costNanos = 0;
  #over = false;

  /** Takes the hold on the limits. The caller takes the wallet's hold, before or after. */
  constructor(parts: CreditReservationParts) {
    this.#parts = parts;
    parts.account.spend.hold(parts.scopes, parts.heldNanos);
  }

  price(usage: TokenUsage): RecordedCharge {
    const { tariff, toolPrices, runId } = this.#parts;
    this.#costNanos = tariff.costNanos(usage) + toolPrices.costNanos(usage.serverToolUse);
    return {
      billing_source: 'api_credit',
      cost_nanos: this.#costNanos,
      plan_milli: 0,
      plan_windows: null,
      node_id: runId,
      ...(usage.serverToolUse ? { tool_prices: toolPrices.of(usage.serverToolUse) } : {}),
    };
  }

  settle(offset: number): void {
    if (!this.#end()) return;
    const { book, account, scopes, heldNanos, admittedAtMs } = this.#parts;
    account.wallet.settle(heldNanos, this.#costNanos);
    book.charge(account, { source: 'api_credit', nanos: this.#costNanos, scopes, admittedAtMs }, offset);
  }

  defer(): DeferredCharge {
    const { book, account, scopes, heldNanos, admittedAtMs } = this.#parts;
    if (!this.#end()) return NOTHING_DEFERRED;
    account.wallet.settle(heldNanos, this.#costNanos);
    return book.defer(account, { source: 'api_credit', nanos: this.#costNanos, scopes, admittedAtMs });
  }

  release(): void {
    if (this.#end()) this.#parts.account.wallet.release(this.#parts.heldNanos);
  }

  /** Releases only the hold on the limits, because the wallet's balance was too low. */
  forgo(): void {
    this.#end();
  }

  #end(): boolean {
    if (this.#over) return false;
    this.#over = true;
    this.#parts.account.spend.release(this.#parts.scopes, this.#parts.heldNanos);
    return true;
  }
}
