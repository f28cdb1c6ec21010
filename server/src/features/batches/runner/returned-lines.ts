import { dropClaims, type HeldLine } from '../store/claims.ts';
import { releaseUnrun, type CommitDeps } from './commit-results.ts';

/** A claim without a response may still be made by a running statement: until this time it is dropped repeatedly. */
const CLAIM_MAY_COME_MS = 60_000;

/** Lines that this node has claimed but does not run. The release is retried until the database has confirmed it. */
export class ReturnedLines {
  readonly #deps: Pick<CommitDeps, 'db' | 'clock'>;
  readonly #lines = new Set<HeldLine>();
  /** Claims that may have been made, with the time until which they may take effect. */
  readonly #claims = new Map<string, number>();

  constructor(deps: Pick<CommitDeps, 'db' | 'clock'>) {
    this.#deps = deps;
  }

  add(lines: readonly HeldLine[]): void {
    for (const line of lines) this.#lines.add(line);
  }

  addClaim(claimId: string): void {
    this.#claims.set(claimId, performance.now() + CLAIM_MAY_COME_MS);
  }

  /** Rejects with StoreUnavailable; unreleased lines are then released with the next call. */
  async give(): Promise<void> {
    const now = performance.now();
    if (this.#claims.size > 0) await dropClaims(this.#deps.db, [...this.#claims.keys()]);
    for (const [claim, untilMs] of this.#claims) if (now > untilMs) this.#claims.delete(claim);
    for (const [batchId, lines] of Map.groupBy(this.#lines, (line) => line.batchId)) {
      await releaseUnrun(this.#deps, batchId, lines);
      for (const line of lines) this.#lines.delete(line);
    }
  }
}
