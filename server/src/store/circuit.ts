import { StoreUnavailable } from './store-unavailable.ts';

/** Long enough that a burst of requests shares one failure, short enough that recovery is noticed at once. */
const OPEN_MS = 250;

/** Permission to query the database. `probing`: only this caller tests whether the database is back. */
export interface CircuitPass {
  probing: boolean;
}

/**
 * Circuit breaker: keeps an unavailable database from costing every caller its own timeout. After a
 * connection failure all callers are refused at once for OPEN_MS; then one caller at a time may try, until
 * one gets a reply.
 */
export class Circuit {
  #openUntilMs: number | undefined;
  /** What it was opened for. */
  #failure: StoreUnavailable | undefined;
  #recoveredMs = -1;
  #probeUnderWay = false;
  readonly #onOpen: () => void;

  constructor(onOpen: () => void) {
    this.#onOpen = onOpen;
  }

  /** Throws StoreUnavailable `failing`. */
  enter(): CircuitPass {
    if (this.#openUntilMs === undefined) return { probing: false };
    if (this.#probeUnderWay || performance.now() < this.#openUntilMs) throw this.refusal();
    this.#probeUnderWay = true;
    return { probing: true };
  }

  /** For callers that are refused because of what befell others. */
  refusal(): StoreUnavailable {
    return new StoreUnavailable('failing', this.#failure?.cause, this.#failure?.message);
  }

  /** The server replied, possibly with an error. */
  succeeded(pass: CircuitPass): void {
    if (!this.#endProbe(pass)) return;
    this.#openUntilMs = undefined;
    this.#recoveredMs = performance.now();
  }

  /**
   * `startedMs` (performance.now) identifies attempts from before the last recovery: their late failures are
   * outdated.
   */
  failed(pass: CircuitPass, startedMs: number, failure: StoreUnavailable): void {
    const wasProbe = this.#endProbe(pass);
    if (!wasProbe && startedMs < this.#recoveredMs) return;
    this.#openUntilMs = performance.now() + OPEN_MS;
    this.#failure = failure;
    this.#onOpen();
  }

  /** The caller left without a result; the next one may try. */
  left(pass: CircuitPass): void {
    this.#endProbe(pass);
  }

  #endProbe(pass: CircuitPass): boolean {
    if (!pass.probing) return false;
    pass.probing = false;
    this.#probeUnderWay = false;
    return true;
  }
}
