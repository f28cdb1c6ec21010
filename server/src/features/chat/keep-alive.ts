import { performance } from 'node:perf_hooks';
import type { EventStream } from '#exchange';

const SWEEP_MS = 1000;
const COMMENT = ': keep-alive\n\n';

/**
 * Sends a comment on streams that have been silent (D-28), so that proxies on the way keep them open.
 * One sweep over the open streams, which read a flag the writer sets: a timer per stream would be moved with every token.
 */
export class KeepAlive {
  readonly #silenceMs: number;
  /** When each open stream was last seen to have written. */
  readonly #wroteAtMs = new Map<EventStream, number>();
  readonly #sweeper: NodeJS.Timeout;

  constructor(silenceMs: number) {
    this.#silenceMs = silenceMs;
    this.#sweeper = setInterval(() => this.#sweep(performance.now()), Math.min(SWEEP_MS, silenceMs)).unref();
  }

  watch(stream: EventStream): void {
    this.#wroteAtMs.set(stream, performance.now());
  }

  forget(stream: EventStream): void {
    this.#wroteAtMs.delete(stream);
  }

  close(): void {
    clearInterval(this.#sweeper);
  }

  #sweep(nowMs: number): void {
    for (const [stream, wroteAtMs] of this.#wroteAtMs) {
      const silentMs = stream.takeWrote() ? 0 : nowMs - wroteAtMs;
      if (silentMs === 0 || (silentMs >= this.#silenceMs && !stream.needsDrain)) this.#wroteAtMs.set(stream, nowMs);
      if (silentMs < this.#silenceMs || stream.needsDrain) continue;
      stream.write(COMMENT);
      stream.takeWrote();
    }
  }
}
