import type { TokenUsage } from '#engine';
import type { RecordedCharge, Reservation } from '#exchange';
import type { Account } from './account.ts';
import type { AccountBook } from './account-book.ts';
import type { Tariff } from '../metering/tariff.ts';
import type { ToolPrices } from '../metering/tool-prices.ts';

export interface CreditReservationParts {
  readonly book: AccountBook;
  readonly account: Account;
  readonly tariff: Tariff;
  readonly toolPrices: ToolPrices;
  readonly scopes: readonly string[];
  /** The worst case, held in the wallet. */
  readonly heldNanos: number;
  readonly admittedAtMs: number;
  /** Of this node: it is in the record, so that the cost is taken from its lease. */
  readonly runId: string;
}

/** Credits pay. The worst case is held until the request ends, in the wallet and against the spend limits (D-86, D-87). */
export class CreditReservation implements Reservation {
  readonly source = 'api_credit';
  readonly #parts: CreditReservationParts;
  #costNanos = 0;
  #over = false;

  /** The wallet's hold is the caller's to take, before or after; the limits' hold begins here. */
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

  release(): void {
    if (this.#end()) this.#parts.account.wallet.release(this.#parts.heldNanos);
  }

  /** The wallet did not cover it: only the limits' hold is given up. */
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
