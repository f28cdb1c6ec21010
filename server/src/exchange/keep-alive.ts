import { performance } from 'node:perf_hooks';
import { SweepSet } from '#kit';
import type { HttpEventStream } from './http/http-event-stream.ts';

const SWEEP_MS = 1000;

/**
 * Sends a keep-alive message on silent streams so that proxies on the way keep them open, before their first event
 * too. One sweep covers
 * all open streams and reads a flag that the writer sets: a timer per stream would be reset with every token.
 */
export class KeepAlive {
  readonly #silenceMs: number;
  readonly #word: string;
  readonly #streams = new SweepSet<HttpEventStream>();
  readonly #sweeper: NodeJS.Timeout;

  /** `word`: one whole event or comment of the stream. */
  constructor(silenceMs: number, word: string) {
    this.#silenceMs = silenceMs;
    this.#word = word;
    this.#sweeper = setInterval(() => this.#sweep(), Math.min(SWEEP_MS, silenceMs / 4)).unref();
  }

  watch(stream: HttpEventStream): void {
    this.#streams.add(stream);
  }

  forget(stream: HttpEventStream): void {
    this.#streams.delete(stream);
  }

  close(): void {
    clearInterval(this.#sweeper);
  }

  #sweep(): void {
    const nowMs = performance.now();
    this.#streams.forEach((stream) => {
      if (stream.silentMs(nowMs) >= this.#silenceMs) stream.bridgeSilence(this.#word);
    });
  }
}
