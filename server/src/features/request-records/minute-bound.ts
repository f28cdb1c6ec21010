import { MINUTE_MS, type Clock } from '#kit';
import type { CallRecord } from '#store';

/** Records of one caller in a minute. */
const MAX_PER_CALLER = 100;
const MAX_CALLERS = 10_000;

interface Tally {
  count: number;
  /** The first call beyond the bound. */
  next: CallRecord | undefined;
}

/**
 * Lets each caller leave so many records a minute: refusals cost a caller nothing, and a loop that makes them would fill the table.
 * One more record says how many the others were. Each node counts alone.
 */
export class MinuteBound {
  readonly #clock: Pick<Clock, 'monotonicMs'>;
  readonly #keep: (record: CallRecord) => void;
  readonly #tallies = new Map<string, Tally>();
  #minute = 0;

  constructor(clock: Pick<Clock, 'monotonicMs'>, keep: (record: CallRecord) => void) {
    this.#clock = clock;
    this.#keep = keep;
  }

  /** `read` is asked only where a record is kept. False: more callers than are counted, and nothing of this call is. */
  add(callerId: string, read: () => CallRecord): boolean {
    this.roll();
    const tally = this.#tallies.get(callerId) ?? this.#start(callerId);
    if (!tally) return false;
    tally.count++;
    if (tally.count <= MAX_PER_CALLER) this.#keep(read());
    else tally.next ??= read();
    return true;
  }

  /** Writes the counts of a minute that is over. */
  roll(): void {
    const minute = Math.floor(this.#clock.monotonicMs() / MINUTE_MS);
    if (minute === this.#minute) return;
    this.#minute = minute;
    this.end();
  }

  /** Writes the counts so far, and counts again. */
  end(): void {
    for (const { count, next } of this.#tallies.values()) {
      const unlisted = count - MAX_PER_CALLER - 1;
      if (next) this.#keep(unlisted > 0 ? { ...next, unlisted_calls: unlisted } : next);
    }
    this.#tallies.clear();
  }

  #start(callerId: string): Tally | undefined {
    if (this.#tallies.size >= MAX_CALLERS) return undefined;
    const tally: Tally = { count: 0, next: undefined };
    this.#tallies.set(callerId, tally);
    return tally;
  }
}
