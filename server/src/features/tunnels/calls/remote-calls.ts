import { Agent, errors, type Dispatcher } from 'undici';
import { StreamFailure } from '@svc/connector/protocol';
import { ByteCollector, MINUTE_MS, type Clock, type Log, type Secret } from '#kit';
import { machineMs } from '../connections/presence.ts';
import type { RemoteConnection } from './choose-connection.ts';
import { ClusterSignature, SIGNATURE_HEADER } from './cluster-signature.ts';
import { decodeOutcome, encodeRemoteCall, TUNNEL_CALL_PATH } from './remote-wire.ts';
import type { TunnelCall, TunnelReply } from './tunnel-call.ts';

const CONNECT_TIMEOUT_MS = 3000;
const [OK, REFUSED] = [200, 403];

export interface RemoteCallsDeps {
  readonly clock: Clock;
  readonly log: Log;
  readonly clusterSecret: () => Secret | undefined;
}

/** Sends calls to the node that has the connection. There is only one hop: that node uses its own connection or refuses. */
export class RemoteCalls {
  readonly #deps: RemoteCallsDeps;
  // The deadline of the call applies.
  readonly #agent = new Agent({
    connect: { timeout: CONNECT_TIMEOUT_MS },
    headersTimeout: 0,
    bodyTimeout: 0,
  });

  #warnedAtMs = -Infinity;

  constructor(deps: RemoteCallsDeps) {
    this.#deps = deps;
  }

  /** Like `callLocally`. A node that cannot be reached counts as busy: nothing was sent, so it is not an attempt. */
  async call(connection: RemoteConnection, call: TunnelCall, signal: AbortSignal): Promise<TunnelReply> {
    const secret = this.#deps.clusterSecret();
    if (!secret) throw new StreamFailure('busy');
    const body = encodeRemoteCall({ connectionId: connection.id, call });
    const signature = new ClusterSignature(secret).sign(body, machineMs(this.#deps.clock));
    connection.inflight++;
    try {
      const response = await this.#agent.request({
        origin: connection.nodeUrl,
        path: TUNNEL_CALL_PATH,
        method: 'POST',
        headers: { [SIGNATURE_HEADER]: signature, 'content-type': 'application/octet-stream' },
        body,
        signal,
      });
      if (response.statusCode === REFUSED) this.#warn(connection);
      return await readReply(response, () => connection.inflight--);
    } catch (error) {
      connection.inflight--;
      throw toFailure(error, signal);
    }
  }

  /** Callers hear only that no connector is online. At most once a minute: the cause lasts. */
  #warn({ nodeUrl }: RemoteConnection): void {
    const nowMs = this.#deps.clock.monotonicMs();
    if (nowMs - this.#warnedAtMs < MINUTE_MS) return;
    this.#warnedAtMs = nowMs;
    this.#deps.log.warn(
      { node_url: nodeUrl },
      'another node refused a tunnel call: give all nodes the same cluster_secret, and keep their clocks within a minute of each other',
    );
  }

  async close(): Promise<void> {
    await this.#agent.destroy();
  }
}

async function readReply(response: Dispatcher.ResponseData, ended: () => void): Promise<TunnelReply> {
  const { statusCode, body } = response;
  body.on('error', () => undefined);
  const chunks = body[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  const end = once(() => {
    ended();
    body.destroy();
  });
  if (statusCode !== OK) {
    body.destroy();
    throw new StreamFailure('busy');
  }
  const read = async (): Promise<Buffer | undefined> => {
    try {
      const { done, value } = await chunks.next();
      return done ? undefined : value;
    } catch {
      throw new StreamFailure('lost');
    }
  };
  const { outcome, rest } = await readOutcome(read);
  if ('failure' in outcome) throw new StreamFailure(outcome.failure);
  const first = rest.length > 0 ? rest : await read();
  return { ...outcome, first, read, close: end };
}

async function readOutcome(read: () => Promise<Buffer | undefined>) {
  const collector = new ByteCollector(Number.POSITIVE_INFINITY);
  for (let chunk = await read(); chunk; chunk = await read()) {
    collector.add(chunk);
    const decoded = decodeOutcome(Buffer.from(collector.bytes));
    if (decoded) return decoded;
  }
  throw new StreamFailure('lost');
}

function toFailure(error: unknown, signal: AbortSignal): unknown {
  if (error instanceof StreamFailure) return error;
  if (signal.aborted) return signal.reason;
  return new StreamFailure(wasNeverSent(error) ? 'busy' : 'lost');
}

function wasNeverSent(error: unknown): boolean {
  const { code } = error as { readonly code?: unknown };
  return error instanceof errors.ConnectTimeoutError || code === 'ECONNREFUSED' || code === 'EHOSTUNREACH';
}

function once(work: () => void): () => void {
  let isDone = false;
  return () => {
    if (isDone) return;
    isDone = true;
    work();
  };
}
