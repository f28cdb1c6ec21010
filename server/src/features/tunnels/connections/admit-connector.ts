import type { WebSocket } from 'ws';
import { ID_PREFIXES, type LimitValues } from '@svc/contract';
import {
  CLOSE_CODES,
  PROTOCOL_VERSION,
  ProtocolViolation,
  TunnelSession,
  WebSocketTransport,
  type CloseCode,
  type ControlMessage,
} from '@svc/connector/protocol';
import { describeError, newId, type Clock, type Log } from '#kit';
import type { TunnelMeters } from '../tunnel-meters.ts';
import type { TunnelState } from '../store/tunnel-states.ts';
import type { ConnectionRegistry } from './connection-registry.ts';
import { ConnectorConnection } from './connector-connection.ts';
import type { PendingConnectors } from './pending-connectors.ts';
import type { Presence } from './presence.ts';

const HELLO_TIMEOUT_MS = 10_000;

type Hello = Extract<ControlMessage, { type: 'hello' }>;

/** The identity of the connector, or the close code with which it is refused. */
export type Verdict =
  | { readonly state: TunnelState; readonly credential: string }
  | { readonly refused: CloseCode };

export interface AdmissionDeps {
  readonly clock: Clock;
  readonly log: Log;
  readonly limits: () => LimitValues;
  readonly registry: ConnectionRegistry;
  readonly presence: Presence;
  readonly meters: TunnelMeters;
}

/** Handles one WebSocket from its upgrade until its connector is online, or is refused with a close code. */
export class ConnectorAdmission {
  readonly #deps: AdmissionDeps;
  readonly #pending: PendingConnectors;
  readonly #remoteIp: string;
  readonly #transport: WebSocketTransport;
  readonly #session: TunnelSession;
  readonly #closed = Promise.withResolvers<undefined>();
  readonly #hello = Promise.withResolvers<Hello>();
  #connection: ConnectorConnection | undefined;
  #greeted = false;
  #isClosed = false;

  constructor(
    deps: AdmissionDeps & { readonly pending: PendingConnectors },
    socket: WebSocket,
    remoteIp: string,
  ) {
    this.#deps = deps;
    this.#pending = deps.pending;
    this.#remoteIp = remoteIp;
    this.#transport = new WebSocketTransport(socket);
    this.#session = new TunnelSession(this.#transport, { control: (message) => this.#control(message) });
    this.#transport.attach(this.#session, { closed: (code, violation) => this.#ended(code, violation) });
  }

  /** Never rejects. */
  async run(credential: () => Promise<Verdict>): Promise<void> {
    try {
      const verdict = await this.#pending.judge(credential);
      if ('refused' in verdict) return this.#refuse(verdict.refused);
      if (!this.#pending.enter(verdict.state.id)) return this.#refuse(CLOSE_CODES.tryLater);
      await this.#greet(verdict).finally(() => this.#pending.leave(verdict.state.id));
    } catch (error) {
      this.#deps.log.warn({ error: describeError(error) }, 'admitting a tunnel connector failed');
      this.#refuse(CLOSE_CODES.serverError);
    }
  }

  async #greet(verdict: Extract<Verdict, { state: TunnelState }>): Promise<void> {
    const hello = await this.#untilHello();
    if (hello) await this.#admit(verdict, hello);
  }

  /** Undefined if none arrived in time, or the connection has ended. */
  async #untilHello(): Promise<Hello | undefined> {
    const late = Promise.withResolvers<'late'>();
    const timer = setTimeout(() => late.resolve('late'), HELLO_TIMEOUT_MS);
    const hello = await Promise.race([this.#hello.promise, this.#closed.promise, late.promise]);
    clearTimeout(timer);
    if (hello === 'late') this.#refuse(CLOSE_CODES.protocolError);
    return hello === 'late' ? undefined : hello;
  }

  async #admit({ state, credential }: Extract<Verdict, { state: TunnelState }>, hello: Hello): Promise<void> {
    const { clock, presence, registry, log } = this.#deps;
    if (hello.protocol !== PROTOCOL_VERSION) return this.#refuse(CLOSE_CODES.version);
    const nowMs = clock.nowMs();
    const parts = {
      id: newId(ID_PREFIXES.tunnelConnection, nowMs),
      tunnelId: state.id,
      credential,
      connectorVersion: hello.connectorVersion,
      remoteIp: this.#remoteIp,
      maxInflight: hello.maxInflight,
      connectedAtMs: nowMs,
      session: this.#session,
      transport: this.#transport,
    };
    const connection = new ConnectorConnection(parts, state.allowedTargets);
    if (hello.check) return this.#endCheck(connection);
    if (!(await presence.claim(connection))) return this.#refuse(CLOSE_CODES.tooManyConnectors);
    // It may have disconnected while its row was written.
    if (this.#isClosed) return presence.remove(connection);
    this.#connection = connection;
    registry.add(connection);
    this.#welcome(connection);
    log.info(
      { tunnel: state.id, connection: connection.id, version: hello.connectorVersion },
      'tunnel connector connected',
    );
  }

  #endCheck(connection: ConnectorConnection): void {
    this.#welcome(connection);
    this.#transport.close(CLOSE_CODES.normal);
  }

  #welcome(connection: ConnectorConnection): void {
    const { mcp_message_bytes: messageLimitBytes, connector_silence_s: silenceS } = this.#deps.limits();
    this.#session.control({
      type: 'welcome',
      protocol: PROTOCOL_VERSION,
      connectionId: connection.id,
      messageLimitBytes,
      silenceMs: silenceS * 1000,
    });
    connection.sendTargets();
  }

  #control(message: ControlMessage): void {
    if (message.type === 'hello' && !this.#greeted) {
      this.#greeted = true;
      return this.#hello.resolve(message);
    }
    if (message.type !== 'drain' || !this.#connection)
      throw new ProtocolViolation('a control message comes when it may not');
    this.#connection.isLeaving = this.#connection.isDirty = true;
  }

  #refuse(code: CloseCode): void {
    this.#deps.meters.refused(String(code));
    this.#transport.close(code);
  }

  #ended(code: number, violation: ProtocolViolation | undefined): void {
    const { registry, presence, log, meters } = this.#deps;
    this.#isClosed = true;
    this.#closed.resolve(undefined);
    if (violation) {
      meters.refused(String(violation.closeCode));
      log.warn(
        { code: violation.closeCode, violation: violation.message },
        'tunnel connector violated the protocol',
      );
    }
    const connection = this.#connection;
    if (!connection || !registry.remove(connection)) return;
    presence.remove(connection);
    log.info(
      { tunnel: connection.tunnelId, connection: connection.id, code },
      'tunnel connector disconnected',
    );
  }
}
