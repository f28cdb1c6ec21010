import { performance } from 'node:perf_hooks';
import type { ServerResponse } from 'node:http';

const SWEEP_MS = 1000;
const COMMENT = ': keep-alive\n\n';

/**
 * Sends a comment on streams that have been silent (D-28), so that proxies on the way keep them open.
 * One sweep over the open streams instead of a timer per stream, which would be reset with every token.
 */
export class KeepAlive {
  readonly #silenceMs: number;
  readonly #lastWriteAt = new Map<ServerResponse, number>();
  readonly #sweeper: NodeJS.Timeout;

  constructor(silenceMs: number) {
    this.#silenceMs = silenceMs;
    this.#sweeper = setInterval(() => this.#sweep(), Math.min(SWEEP_MS, silenceMs)).unref();
  }

  watch(response: ServerResponse): void {
    this.#lastWriteAt.set(response, performance.now());
  }

  touch(response: ServerResponse): void {
    this.#lastWriteAt.set(response, performance.now());
  }

  forget(response: ServerResponse): void {
    this.#lastWriteAt.delete(response);
  }

  close(): void {
    clearInterval(this.#sweeper);
  }

  #sweep(): void {
    const now = performance.now();
    for (const [response, writtenAt] of this.#lastWriteAt) {
      if (now - writtenAt < this.#silenceMs || response.writableNeedDrain) continue;
      this.#lastWriteAt.set(response, now);
      response.write(COMMENT);
    }
  }
}
