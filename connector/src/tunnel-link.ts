import type { WebSocket } from 'ws';
import {
  CLOSE_CODES,
  PROTOCOL_VERSION,
  ProtocolViolation,
  TunnelSession,
  WebSocketTransport,
  type ControlMessage,
  type OpenMessage,
  type TunnelStream,
} from '@svc/connector/protocol';
import { forwardCall, type Agents } from './forward-call.ts';
import type { Log } from './log.ts';
import { CONNECTOR_VERSION } from './version.ts';

/** Interval between checks that the service is still alive. */
const WATCH_MS = 5000;
/** Default until `welcome` sets it. */
const SILENCE_MS = 45_000;
const WELCOME_TIMEOUT_MS = 20_000;

export interface LinkOptions {
  readonly maxInflight: number;
  readonly agents: Agents;
  readonly log: Log;
  /** Called once, with the code of the close frame. */
  readonly closed: (code: number, reason: string) => void;
  /** The service is draining and wants a new connection instead of this one. */
  readonly draining: () => void;
}

/** One connection to the service: sends `hello`, keeps the list of targets, and forwards calls to those only. */
export class TunnelLink {
  readonly #options: LinkOptions;
  readonly #transport: WebSocketTransport;
  readonly #session: TunnelSession;
  readonly #watch: NodeJS.Timeout;
  readonly #startedAt = performance.now();
  #targets: readonly string[] = [];
  #limitBytes = 0;
  #silenceMs = SILENCE_MS;
  #leaving = false;
  /** Whether the service has accepted it. */
  welcomed = false;

  /** `socket`: an open one. */
  constructor(socket: WebSocket, options: LinkOptions) {
    this.#options = options;
    this.#transport = new WebSocketTransport(socket);
    this.#session = new TunnelSession(this.#transport, {
      control: (message) => this.#control(message),
      opened: (stream, message) => this.#accept(stream, message),
    });
    this.#transport.attach(this.#session, {
      closed: (code, violation) => {
        clearInterval(this.#watch);
        options.closed(violation?.closeCode ?? code, violation?.message ?? '');
      },
    });
    this.#watch = setInterval(() => this.#look(), WATCH_MS);
    this.#session.control({
      type: 'hello',
      protocol: PROTOCOL_VERSION,
      connectorVersion: CONNECTOR_VERSION,
      maxInflight: options.maxInflight,
      check: false,
    });
  }

  /** Running calls. */
  get inflight(): number {
    return this.#session.size;
  }

  /** Accepts no new calls. Running ones continue until `close`. */
  drain(): void {
    this.#leaving = true;
    this.#session.control({ type: 'drain' });
  }

  close(): void {
    this.#transport.close(CLOSE_CODES.normal);
  }

  #control(message: ControlMessage): void {
    switch (message.type) {
      case 'welcome':
        this.welcomed = true;
        this.#limitBytes = message.messageLimitBytes;
        this.#silenceMs = message.silenceMs;
        this.#options.log.info('connected', { connection: message.connectionId });
        return;
      case 'config':
        this.#targets = message.allowedTargets;
        this.#options.log.info('targets received', { targets: message.allowedTargets.length });
        return;
      case 'drain':
        return this.#options.draining();
      case 'hello':
        throw new ProtocolViolation('the service said hello');
    }
  }

  #accept(stream: TunnelStream, message: OpenMessage): void {
    const { log, maxInflight, agents } = this.#options;
    // Both sides enforce the list (TUN-35): a compromised service must not reach anything else.
    const isListed = this.#targets.includes(message.url);
    const refusal = !isListed
      ? 'target_refused'
      : this.#leaving || this.#session.size > maxInflight
        ? 'busy'
        : undefined;
    if (refusal) {
      stream.reset(refusal);
      log.warn('call refused', { call: message.callId, reason: refusal });
      return;
    }
    const startedAt = performance.now();
    void forwardCall(stream, message, { agents, limitBytes: this.#limitBytes }).then(({ outcome }) =>
      log.debug('call forwarded', {
        call: message.callId,
        method: message.method,
        target: new URL(message.url).origin,
        outcome,
        ms: Math.round(performance.now() - startedAt),
      }),
    );
  }

  #look(): void {
    const now = performance.now();
    const isLate = !this.welcomed && now - this.#startedAt > WELCOME_TIMEOUT_MS;
    if (isLate || now - this.#transport.receivedAt > this.#silenceMs) this.#transport.terminate();
  }
}
