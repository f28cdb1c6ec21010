import { StoreUnavailable } from './store-unavailable.ts';

/** Long enough that a burst of requests shares one failure, short enough that recovery is noticed at once. */
const OPEN_MS = 250;

/** Leave to ask the database. `probing` while this caller alone is looking whether it is back. */
export interface CircuitPass {
  probing: boolean;
}

/**
 * Keeps a dead database from costing every caller its own time limit. After a connection failure everyone is refused
 * at once for OPEN_MS; then one caller at a time is let through to look, until one is answered.
 */
export class Circuit {
  #openUntilMs: number | undefined;
  #recoveredMs = -1;
  #probeUnderWay = false;
  readonly #onOpen: () => void;

  constructor(onOpen: () => void) {
    this.#onOpen = onOpen;
  }

  /** Throws StoreUnavailable `failing`. */
  enter(): CircuitPass {
    if (this.#openUntilMs === undefined) return { probing: false };
    if (this.#probeUnderWay || performance.now() < this.#openUntilMs) throw new StoreUnavailable('failing');
    this.#probeUnderWay = true;
    return { probing: true };
  }

  /** The server answered, be it with an error of its own. */
  answered(pass: CircuitPass): void {
    if (!this.#endProbe(pass)) return;
    this.#openUntilMs = undefined;
    this.#recoveredMs = performance.now();
  }

  /** `startedMs` (performance.now) tells attempts of before the last recovery apart: their late failures are old news. */
  failed(pass: CircuitPass, startedMs: number): void {
    const wasProbe = this.#endProbe(pass);
    if (!wasProbe && startedMs < this.#recoveredMs) return;
    this.#openUntilMs = performance.now() + OPEN_MS;
    this.#onOpen();
  }

  /** The caller went away without having learned anything; the next one may look. */
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
