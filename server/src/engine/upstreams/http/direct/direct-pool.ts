import { performance } from 'node:perf_hooks';
import { DirectConnection, type ConnectionOwner, type SentRequest } from './direct-connection.ts';
import type { ConnectionTarget } from './open-socket.ts';
import type { CallControl } from './response-handler.ts';

const SWEEP_MS = 1000;

/** A call that waits for a connection. */
class WaitingCall implements CallControl {
  readonly request: SentRequest;
  readonly #waiting: Set<WaitingCall>;

  constructor(waiting: Set<WaitingCall>, request: SentRequest) {
    this.#waiting = waiting;
    this.request = request;
  }

  abort(): void {
    if (this.#waiting.delete(this)) this.request.call.onResponseError();
  }

  pause(): void {}

  resume(): void {}
}

/**
 * The connections to one model server. The one that was used last is used first, so that the others can close; one that its engine may be
 * about to close is not used.
 */
export class DirectPool implements ConnectionOwner {
  readonly #target: ConnectionTarget;
  readonly #most: number;
  readonly #open = new Set<DirectConnection>();
  readonly #idle: { readonly connection: DirectConnection; readonly untilMs: number }[] = [];
  readonly #waiting = new Set<WaitingCall>();
  tlsSession: Buffer | undefined;
  #sweeper: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(target: ConnectionTarget, most: number) {
    this.#target = target;
    this.#most = most;
  }

  dispatch(request: SentRequest): void {
    this.#start(request, this.#takeIdle());
  }

  /** A new connection cannot have been closed before. */
  missed(request: SentRequest): void {
    this.#start(request, undefined);
  }

  #start(request: SentRequest, idle: DirectConnection | undefined): void {
    if (this.#isClosed) return request.call.onResponseError();
    const connection = idle ?? this.#connect();
    if (connection) return connection.start(request);
    const waiting = new WaitingCall(this.#waiting, request);
    this.#waiting.add(waiting);
    request.call.onRequestStart(waiting);
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#sweeper);
    for (const waiting of this.#waiting) waiting.abort();
    for (const connection of this.#open) connection.abort();
  }

  released(connection: DirectConnection, keepAliveMs: number): void {
    if (this.#startNext(connection)) return;
    this.#idle.push({ connection, untilMs: performance.now() + keepAliveMs });
    this.#sweeper ??= setTimeout(() => this.#sweep(), SWEEP_MS).unref();
  }

  closed(connection: DirectConnection): void {
    this.#open.delete(connection);
    const at = this.#idle.findIndex((idle) => idle.connection === connection);
    if (at >= 0) this.#idle.splice(at, 1);
    if (this.#isClosed || this.#waiting.size === 0) return;
    const next = this.#connect();
    if (next) this.#startNext(next);
  }

  #takeIdle(): DirectConnection | undefined {
    const nowMs = performance.now();
    for (let idle = this.#idle.pop(); idle; idle = this.#idle.pop()) {
      if (idle.untilMs > nowMs && idle.connection.isUsable) return idle.connection;
      idle.connection.abort();
    }
    return undefined;
  }

  #connect(): DirectConnection | undefined {
    if (this.#open.size >= this.#most) return undefined;
    const connection = new DirectConnection(this, this.#target);
    this.#open.add(connection);
    return connection;
  }

  #startNext(connection: DirectConnection): boolean {
    const [next] = this.#waiting;
    if (!next) return false;
    this.#waiting.delete(next);
    connection.start(next.request);
    return true;
  }

  /** One timer for all connections that are idle. */
  #sweep(): void {
    const nowMs = performance.now();
    for (const { connection, untilMs } of this.#idle) if (untilMs <= nowMs) connection.abort();
    this.#sweeper = this.#idle.length > 0 ? setTimeout(() => this.#sweep(), SWEEP_MS).unref() : undefined;
  }
}
