import type { Percentiles } from './job.ts';
import { Samples } from './samples.ts';

/**
 * When the events of one stream arrived, counted from when each was due. Events are due at equal intervals from the first one, which is
 * itself late by an unknown time, so delays count from the stream's most punctual event: a constant delay is not seen, a pause is.
 */
export class EventDelays {
  readonly #intervalMs: number;
  readonly #arrivedMs: Float64Array;
  #count = 0;

  constructor(events: number, intervalMs: number) {
    this.#intervalMs = intervalMs;
    this.#arrivedMs = new Float64Array(events);
  }

  /** `received`: all events of the stream so far; those that are new arrived now. */
  arrived(received: number, nowMs: number): void {
    const count = Math.min(received, this.#arrivedMs.length);
    while (this.#count < count) this.#arrivedMs[this.#count++] = nowMs;
  }

  /** Delays in milliseconds of the events that arrived in that time. */
  *between(fromMs: number, toMs: number): Iterable<number> {
    const late = this.#arrivedMs
      .subarray(0, this.#count)
      .map((atMs, number) => atMs - number * this.#intervalMs);
    const punctual = late.reduce((least, value) => Math.min(least, value), Infinity);
    for (const [number, value] of late.entries()) {
      const atMs = this.#arrivedMs[number] ?? 0;
      if (atMs >= fromMs && atMs <= toMs) yield value - punctual;
    }
  }
}

/** Of the events of all streams together. */
export function eventDelayPercentiles(
  streams: Iterable<EventDelays>,
  fromMs: number,
  toMs: number,
): Percentiles {
  const samples = new Samples();
  for (const delays of streams) for (const delay of delays.between(fromMs, toMs)) samples.add(delay);
  return samples.percentiles();
}
