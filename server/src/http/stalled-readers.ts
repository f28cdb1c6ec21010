import type { Socket } from 'node:net';

/** How long a client may take for the least that it has to read, while more waits for it. */
const STALLED_MS = 40_000;
const SWEEP_MS = 5000;
/** A client this slow takes a minute for a page of text. A model's reply takes less than this from the network. */
const MIN_BYTES = 16_384;

interface Handle {
  readonly bytesWritten?: number;
  readonly writeQueueSize?: number;
}

/** Where a client stood when it was last known to read. */
interface Mark {
  readonly sentBytes: number;
  readonly atMs: number;
}

/**
 * Closes connections whose clients do not read what they asked for, so that they hold neither an engine's slot nor
 * memory. One sweep looks at all connections with responses in progress: a timeout for each would have to be
 * renewed with every write. Covers every kind of response.
 */
export class StalledReaders {
  readonly #stalledMs: number;
  readonly #busy = new Set<Socket>();
  readonly #marks = new WeakMap<Socket, Mark>();
  readonly #sweeper: NodeJS.Timeout;

  constructor(stalledMs = STALLED_MS, sweepMs = SWEEP_MS) {
    this.#stalledMs = stalledMs;
    this.#sweeper = setInterval(() => this.#sweep(), sweepMs).unref();
  }

  /** A response begins. */
  watch(socket: Socket): void {
    this.#busy.add(socket);
  }

  /** The last response is over, or the connection is. */
  forget(socket: Socket): void {
    this.#busy.delete(socket);
  }

  close(): void {
    clearInterval(this.#sweeper);
  }

  #sweep(): void {
    const nowMs = performance.now();
    for (const socket of this.#busy) {
      if (socket.writableLength === 0) this.#marks.delete(socket);
      else if (!this.#reads(socket, nowMs)) socket.destroy();
    }
  }

  #reads(socket: Socket, nowMs: number): boolean {
    const sent = sentBytes(socket);
    const mark = this.#marks.get(socket);
    if (!mark || sent - mark.sentBytes >= MIN_BYTES)
      this.#marks.set(socket, { sentBytes: sent, atMs: nowMs });
    else if (nowMs - mark.atMs >= this.#stalledMs) return false;
    return true;
  }
}

/**
 * What the operating system has taken. Node counts a large chunk only when all of it is taken; the fields of its
 * handle, which are not documented, know more.
 */
function sentBytes(socket: Socket): number {
  const { _handle: handle } = socket as Socket & { readonly _handle?: Handle };
  const { bytesWritten, writeQueueSize } = handle ?? {};
  if (bytesWritten === undefined || writeQueueSize === undefined)
    return socket.bytesWritten - socket.writableLength;
  return bytesWritten - writeQueueSize;
}
