import {
  CLOSE_CODES,
  StreamFailure,
  type CloseCode,
  type OpenMessage,
  type TunnelSession,
  type TunnelStream,
  type WebSocketTransport,
} from '@svc/connector/protocol';
import type { TunnelState } from '../store/tunnel-states.ts';
import { HourlyCount } from './hourly-count.ts';

export interface ConnectionParts {
  readonly id: string;
  readonly tunnelId: string;
  /** The credential's name in `credentials` of the tunnel. */
  readonly credential: string;
  readonly connectorVersion: string;
  readonly remoteIp: string;
  readonly maxInflight: number;
  readonly connectedAtMs: number;
  readonly session: TunnelSession;
  readonly transport: WebSocketTransport;
}

/** A connector that is connected to this node. */
export class ConnectorConnection {
  readonly id: string;
  readonly tunnelId: string;
  readonly credential: string;
  readonly connectorVersion: string;
  readonly remoteIp: string;
  readonly maxInflight: number;
  readonly connectedAtMs: number;
  readonly requests = new HourlyCount();
  readonly errors = new HourlyCount();
  readonly #session: TunnelSession;
  readonly #transport: WebSocketTransport;
  #targets: readonly string[];
  #pingedAt = performance.now();
  /** The connector is draining: no new streams may be opened. */
  isLeaving = false;
  /** This node is draining: other nodes get new calls. */
  isDraining = false;
  /** When the last message arrived, by the test clock. */
  lastSeenAtMs: number;
  /** Whether its row must be written again. */
  isDirty = false;

  constructor(parts: ConnectionParts, targets: readonly string[]) {
    this.id = parts.id;
    this.tunnelId = parts.tunnelId;
    this.connectorVersion = parts.connectorVersion;
    this.remoteIp = parts.remoteIp;
    this.maxInflight = parts.maxInflight;
    this.connectedAtMs = this.lastSeenAtMs = parts.connectedAtMs;
    this.credential = parts.credential;
    this.#session = parts.session;
    this.#transport = parts.transport;
    this.#targets = targets;
  }

  get inflight(): number {
    return this.#session.size;
  }

  /** Throws a `StreamFailure` for a target that is not listed, wherever the call comes from (TUN-35), and if the connection has ended. */
  open(message: OpenMessage, fin: boolean): TunnelStream {
    if (!this.#targets.includes(message.url)) throw new StreamFailure('target_refused');
    if (this.isLeaving) throw new StreamFailure('busy');
    this.isDirty = true;
    return this.#session.open(message, fin);
  }

  sendTargets(): void {
    this.#session.control({ type: 'config', allowedTargets: this.#targets });
  }

  /** The close code, if the current state of the tunnel does not allow the connection. */
  judge(state: TunnelState | undefined, nowMs: number): CloseCode | undefined {
    if (!state?.isOpen) return CLOSE_CODES.disabled;
    const endsAtMs = state.credentials.get(this.credential);
    return endsAtMs === undefined || endsAtMs <= nowMs ? CLOSE_CODES.credential : undefined;
  }

  /** Sends changed targets to the connector. */
  updateTargets(targets: readonly string[]): void {
    const same =
      targets.length === this.#targets.length && targets.every((target, i) => target === this.#targets[i]);
    if (same) return;
    this.#targets = targets;
    this.sendTargets();
  }

  /** Makes the connector open another connection, before this one is closed. */
  drain(): void {
    if (this.isDraining) return;
    this.isDraining = this.isDirty = true;
    this.#session.control({ type: 'drain' });
  }

  close(code: CloseCode): void {
    this.#transport.close(code);
  }

  /** Records recent activity, sends a ping when it is due, and closes a connection that is silent for too long. */
  beat({
    pingMs,
    silenceMs,
    nowMs,
  }: {
    readonly pingMs: number;
    readonly silenceMs: number;
    readonly nowMs: number;
  }): void {
    const { receivedAt, pongAt } = this.#transport;
    const now = performance.now();
    if (now - receivedAt > silenceMs) return this.#transport.terminate();
    if (pongAt !== undefined) {
      this.lastSeenAtMs = nowMs;
      this.#transport.pongAt = undefined;
    }
    if (now - this.#pingedAt < pingMs) return;
    this.#pingedAt = now;
    this.#transport.ping();
  }
}
