import type { CallingOrganization, Credential } from '#exchange';
import type { BatchRow } from '../store/batch-rows.ts';
import type { ClaimedLine } from '../store/claims.ts';

/** A claimed line on this node. */
export interface LocalLine extends ClaimedLine {
  /** Empty once the line has ended. */
  body: Buffer;
  readonly batch: OpenBatch;
  readonly claimId: string;
  /** Its lease could not be renewed: another node has it, or it has its result. */
  isLost: boolean;
}

/** The caller of a line, in addition to its batch. */
export interface LineCaller extends Pick<Credential, 'restrictions'> {
  readonly organization: CallingOrganization;
}

/** A batch that this node runs lines of. */
export class OpenBatch {
  /** As first read; code that changes fields reads them again. */
  readonly row: BatchRow;
  /** Claimed but not started. */
  readonly queue: LocalLine[] = [];
  running = 0;
  /** A claim of lines is in progress. */
  isClaiming = false;
  /** No line is due, as far as is known. */
  isDrained = false;
  /** It was cancelled, or its window is over: queued lines are not run. */
  isEnding = false;
  /** The model whose engines had no slot. */
  blockedModel: string | undefined;
  /** Undefined while its organization may not call models: its lines wait. */
  caller: LineCaller | undefined;
  /** The turn in which one of its lines was last started. */
  servedAt = 0;
  /** Maximum running lines while its engine is busy. */
  #mostLines = Infinity;

  constructor(row: BatchRow) {
    this.row = row;
  }

  get claimed(): number {
    return this.queue.length + this.running;
  }

  /** Its organization may call models, and the batch has not ended. */
  get mayRun(): boolean {
    return this.caller !== undefined && !this.isEnding;
  }

  /** It has no lines here, and no claim in progress. */
  get isIdle(): boolean {
    return this.claimed === 0 && !this.isClaiming;
  }

  get isSlowedDown(): boolean {
    return this.running >= this.#mostLines;
  }

  /** Its engine is busy: halves the number of lines, and adds one after each full round of responses. */
  slowDown(): void {
    this.#mostLines = Math.max(1, Math.floor(Math.min(this.#mostLines, this.running + 1) / 2));
  }

  speedUp(): void {
    this.#mostLines += 1 / this.#mostLines;
  }
}

/**
 * Chooses the next batch: of the organization with the fewest lines on this node, its batch with the fewest lines, then the one that has waited
 * longest. `all`: every batch whose lines count.
 */
export function fairest(
  candidates: readonly OpenBatch[],
  all: Iterable<OpenBatch>,
  linesOf: (batch: OpenBatch) => number,
): OpenBatch | undefined {
  if (candidates.length < 2) return candidates[0];
  const byOrganization = new Map<string, number>();
  for (const batch of all) {
    const { organization_id: id } = batch.row;
    byOrganization.set(id, (byOrganization.get(id) ?? 0) + linesOf(batch));
  }
  const ofOrganization = (batch: OpenBatch): number => byOrganization.get(batch.row.organization_id) ?? 0;
  return candidates.reduce((best, batch) => {
    const difference =
      ofOrganization(batch) - ofOrganization(best) ||
      linesOf(batch) - linesOf(best) ||
      batch.servedAt - best.servedAt;
    return difference < 0 ? batch : best;
  });
}
