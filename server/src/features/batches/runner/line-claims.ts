import type { Kysely } from 'kysely';
import { newId, type Clock } from '#kit';
import { Leases } from '#leases';
import type { Tables } from '#store';
import {
  claimLines,
  findGoing,
  findRunnableBatches,
  LINE_LEASES,
  recoverLines,
  recoverLinesOfEarlierRuns,
  renewClaims,
  type HeldLine,
} from '../store/claims.ts';
import type { FindCaller } from './call-model.ts';
import { fairest, OpenBatch, type LocalLine } from './open-batch.ts';
import { ReturnedLines } from './returned-lines.ts';

const MAX_LINES = 100;
/** Limit for the bodies of one claim, and for all queued bodies. */
const CLAIM_BYTES = 8_388_608;
const WAITING_BYTES = 67_108_864;

export interface LineClaimsDeps {
  readonly db: Kysely<Tables>;
  readonly clock: Clock;
  readonly findCaller: FindCaller;
  readonly nodeId: string;
  readonly runId: string;
}

/** The batches that have lines to run, and the lines that this node has claimed. */
export class LineClaims {
  readonly #deps: LineClaimsDeps;
  readonly #batches = new Map<string, OpenBatch>();
  readonly #leases: Leases<LocalLine>;
  #hasRecovered = false;
  readonly #returned: ReturnedLines;
  #finding: Promise<void> = Promise.resolve();

  constructor(deps: LineClaimsDeps) {
    this.#deps = deps;
    this.#leases = new Leases({
      clock: deps.clock,
      kind: LINE_LEASES,
      renew: (lines, endsAtMs) => this.#renew(lines, endsAtMs),
      onLost: (line) => {
        line.isLost = true;
      },
    });
    this.#returned = new ReturnedLines(deps);
  }

  batches(): Iterable<OpenBatch> {
    return this.#batches.values();
  }

  /**
   * Renews leases, releases lines of dead nodes, and finds the batches that have lines to run. `held`: claimed lines that
   * are not in a queue. Lines that are no longer held are marked, and removed from the queues.
   */
  async look(held: readonly LocalLine[]): Promise<void> {
    const { db, nodeId, runId } = this.#deps;
    await this.#leases.renewDue([...held, ...[...this.#batches.values()].flatMap(({ queue }) => queue)]);
    this.#dropLost();
    if (!this.#hasRecovered) await recoverLinesOfEarlierRuns(db, nodeId, runId);
    this.#hasRecovered = true;
    const lapse = this.#leases.lapse();
    if (lapse) await recoverLines(db, lapse);
    await this.findBatches();
  }

  /** Finds the batches that have lines to run. Sequential, because a late result of an earlier query would overwrite a newer one. */
  findBatches(): Promise<void> {
    const finding = this.#finding.then(() => this.#findBatches());
    this.#finding = finding.catch(() => undefined);
    return finding;
  }

  /** Releases the queued lines of these batches, so that any node can claim them. */
  async release(batches: readonly OpenBatch[]): Promise<void> {
    this.#returned.add(batches.flatMap(({ queue }) => queue.splice(0)).map(toHeld));
    await this.#returned.give();
  }

  /**
   * Refills the queues with claimed lines once less than half of the wanted number may be started, in the order of turns. Queued lines that may
   * not be started do not prevent claims of others.
   */
  async refill(wanted: number, mayStart: (batch: OpenBatch) => boolean): Promise<void> {
    for (let most = wanted / 2; ; most = wanted) {
      const startable = [...this.#batches.values()].filter(mayStart);
      const waiting = startable.reduce((lines, { queue }) => lines + queue.length, 0);
      if (waiting > most) return;
      const missing = wanted - waiting;
      const roomBytes = WAITING_BYTES - this.#waitingBytes;
      const batches = startable.filter(({ isDrained }) => !isDrained);
      const batch = fairest(batches, this.#batches.values(), ({ claimed }) => claimed);
      if (!batch || missing <= 0 || roomBytes <= 0) return;
      const lines = Math.min(MAX_LINES, Math.ceil(missing / batches.length));
      await this.#claim(batch, lines, Math.min(CLAIM_BYTES, roomBytes));
    }
  }

  get #waitingBytes(): number {
    let bytes = 0;
    for (const { queue } of this.#batches.values()) for (const { body } of queue) bytes += body.length;
    return bytes;
  }

  async #claim(batch: OpenBatch, most: number, mostBytes: number): Promise<void> {
    const { db, runId } = this.#deps;
    const times = this.#leases.claim();
    const claimId = newId(`${runId}/`, times.nowMs);
    const claim = { claimId, ...times, most, mostBytes };
    batch.isClaiming = true;
    const lines = await claimLines(db, batch.row.id, claim)
      .catch((error: unknown) => {
        this.#returned.addClaim(claimId);
        throw error;
      })
      .finally(() => (batch.isClaiming = false));
    batch.isDrained = lines.length === 0;
    batch.queue.push(...lines.map((line) => ({ ...line, batch, claimId, isLost: false })));
  }

  async #renew(lines: readonly LocalLine[], endsAtMs: number): Promise<readonly LocalLine[]> {
    const claims = [...new Set(lines.map(({ claimId }) => claimId))];
    const kept = await renewClaims(this.#deps.db, claims, endsAtMs);
    // Lines of these claims that are not on this node would stay claimed as long as any other line of the claim.
    const known = new Set(lines.map((line) => nameOf(toHeld(line))));
    this.#returned.add(kept.filter((line) => !known.has(nameOf(line))));
    const names = new Set(kept.map(nameOf));
    return lines.filter((line) => names.has(nameOf(toHeld(line))));
  }

  #dropLost(): void {
    for (const { queue } of this.#batches.values()) {
      const left = queue.filter(({ isLost }) => !isLost);
      queue.splice(0, queue.length, ...left);
    }
  }

  async #findBatches(): Promise<void> {
    const { db, clock, findCaller } = this.#deps;
    const known = [...this.#batches.keys()];
    const rows = await findRunnableBatches(db, clock.nowMs());
    const going = new Set(known.length === 0 ? [] : await findGoing(db, known));
    const runnable = new Set(rows.map(({ id }) => id));
    for (const row of rows) if (!this.#batches.has(row.id)) this.#batches.set(row.id, new OpenBatch(row));
    for (const [id, batch] of this.#batches) {
      batch.isDrained = !runnable.has(id);
      batch.isEnding = !runnable.has(id) && !going.has(id);
      if (batch.isDrained && batch.isIdle) this.#batches.delete(id);
      else batch.caller = await findCaller(batch.row);
    }
  }
}

function toHeld({ batch, line, claimId }: LocalLine): HeldLine {
  return { batchId: batch.row.id, line, claimId };
}

function nameOf({ batchId, line, claimId }: HeldLine): string {
  return `${batchId} ${line} ${claimId}`;
}
