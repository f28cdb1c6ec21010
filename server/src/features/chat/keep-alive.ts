import { performance } from 'node:perf_hooks';
import type { EventStream } from '#exchange';
import { Roster } from '#kit';

const SWEEP_MS = 1000;
const COMMENT = ': keep-alive\n\n';

/**
 * Sends a comment on streams that have been silent (D-28), so that proxies on the way keep them open.
 * One sweep over the open streams, which read a flag the writer sets: a timer per stream would be moved with every token.
 */
export class KeepAlive {
  readonly #silenceMs: number;
  readonly #streams = new Roster<EventStream>();
  readonly #sweeper: NodeJS.Timeout;

  constructor(silenceMs: number) {
    this.#silenceMs = silenceMs;
    this.#sweeper = setInterval(() => this.#sweep(), Math.min(SWEEP_MS, silenceMs / 4)).unref();
  }

  watch(stream: EventStream): void {
    this.#streams.add(stream);
  }

  forget(stream: EventStream): void {
    this.#streams.delete(stream);
  }

  close(): void {
    clearInterval(this.#sweeper);
  }

  #sweep(): void {
    const nowMs = performance.now();
    this.#streams.forEach((stream) => {
      if (stream.silentMs(nowMs) >= this.#silenceMs && !stream.needsDrain) stream.write(COMMENT);
    });
  }
}
