import { Client, type ClientListener } from './client.ts';

const RECONNECT_PAUSE_MS = 20;

/** Told of what becomes of requests. */
export interface ResponseLog {
  onResponse(status: number, startMs: number): void;
  /** A connection ended before its answer did. */
  broke(): void;
}

/**
 * Sends one request after another and replaces its connection when that ends. `onIdle` is called whenever it may send, and `onDisconnected` when it may not
 * any more: servers close connections that are idle for a while.
 */
export class RequestConnection implements ClientListener {
  readonly #port: number;
  readonly #log: ResponseLog;
  readonly #onIdle: (connection: RequestConnection) => void;
  readonly #onDisconnected: (connection: RequestConnection) => void;
  #client: Client;
  #closed = false;
  #busy = false;
  #status = 0;
  #startMs = 0;

  constructor(
    port: number,
    log: ResponseLog,
    onIdle: (connection: RequestConnection) => void,
    onDisconnected: (connection: RequestConnection) => void = () => undefined,
  ) {
    this.#port = port;
    this.#log = log;
    this.#onIdle = onIdle;
    this.#onDisconnected = onDisconnected;
    this.#client = new Client(port, this);
  }

  /** `startMs` is when the request was due: its latency counts from there. */
  start(request: Buffer, startMs: number): void {
    this.#busy = true;
    this.#startMs = startMs;
    this.#client.send(request);
  }

  close(): void {
    this.#closed = true;
    this.#client.close();
  }

  connected(): void {
    this.#onIdle(this);
  }

  head(status: number): void {
    this.#status = status;
  }

  body(): void {}

  end(keepAlive: boolean): void {
    // Some servers say 408 on a connection over which nothing was sent for a while.
    if (!this.#busy) return this.#client.close();
    this.#busy = false;
    this.#log.onResponse(this.#status, this.#startMs);
    if (keepAlive) this.#onIdle(this);
    else this.#client.close();
  }

  closed(): void {
    if (this.#closed) return;
    if (this.#busy) this.#log.broke();
    else this.#onDisconnected(this);
    this.#busy = false;
    setTimeout(() => {
      if (!this.#closed) this.#client = new Client(this.#port, this);
    }, RECONNECT_PAUSE_MS);
  }
}
