import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { StreamFailure } from '@svc/connector/protocol';
import type { LimitValues } from '@svc/contract';
import { ByteCollector, describeError, type Clock, type Log, type Secret } from '#kit';
import type { ConnectionRegistry } from '../connections/connection-registry.ts';
import { machineMs } from '../connections/presence.ts';
import { CallDeadline } from './call-deadline.ts';
import { callLocally } from './call-locally.ts';
import { bodyDigest, ClusterSignature, SIGNATURE_HEADER } from './cluster-signature.ts';
import { decodeRemoteCall, encodeOutcome, TUNNEL_CALL_PATH, type RemoteCall } from './remote-wire.ts';
import type { TunnelReply } from './tunnel-call.ts';

/** In addition to the body of the call. */
const HEAD_BYTES = 131_072;
const [OK, REFUSED] = [200, 403];

export interface RemoteEndpointDeps {
  readonly clock: Clock;
  readonly log: Log;
  readonly limits: () => LimitValues;
  readonly registry: ConnectionRegistry;
  readonly clusterSecret: () => Secret | undefined;
}

/** Accepts calls from other nodes for connections of this one. Not part of the contract: no error envelope, and unsigned requests get 403. */
export class RemoteEndpoint {
  readonly #deps: RemoteEndpointDeps;
  #signature: { readonly secret: Secret; readonly verifier: ClusterSignature } | undefined;
  /** Calls in progress. */
  answering = 0;

  constructor(deps: RemoteEndpointDeps) {
    this.#deps = deps;
  }

  /** True when the request was for this endpoint. Without a `cluster_secret` there is none. */
  handle(path: string, request: IncomingMessage, response: ServerResponse): boolean {
    const secret = this.#deps.clusterSecret();
    if (path !== TUNNEL_CALL_PATH || request.method !== 'POST' || !secret) return false;
    this.answering++;
    this.#serve(request, response, this.#verifierOf(secret))
      .catch((error: unknown) => {
        this.#deps.log.warn({ error: describeError(error) }, 'tunnel call of another node failed');
        response.destroy();
      })
      .finally(() => this.answering--);
    return true;
  }

  /** One instance per secret, because it remembers used signatures. */
  #verifierOf(secret: Secret): ClusterSignature {
    if (this.#signature?.secret !== secret)
      this.#signature = { secret, verifier: new ClusterSignature(secret) };
    return this.#signature.verifier;
  }

  async #serve(
    request: IncomingMessage,
    response: ServerResponse,
    verifier: ClusterSignature,
  ): Promise<void> {
    const { clock, limits } = this.#deps;
    const header = request.headers[SIGNATURE_HEADER];
    // Before the body: only nodes may make the service buffer one.
    const signed = verifier.verify(typeof header === 'string' ? header : undefined, machineMs(clock));
    const body = signed && (await readBody(request, limits().mcp_message_bytes + HEAD_BYTES));
    if (!body || bodyDigest(body) !== signed.digest) {
      response.writeHead(REFUSED, { connection: 'close' }).end();
      return;
    }
    await this.#respondToCall(decodeRemoteCall(body), response);
  }

  async #respondToCall({ connectionId, call }: RemoteCall, response: ServerResponse): Promise<void> {
    const leaving = new AbortController();
    response.once('close', () => leaving.abort());
    const deadline = new CallDeadline(call.deadlineMs, leaving.signal);
    response.writeHead(OK, { 'content-type': 'application/octet-stream' });
    try {
      const connection = this.#deps.registry.find(connectionId);
      if (!connection) throw new StreamFailure('busy');
      const reply = await callLocally(connection, call, { signal: deadline.signal, clock: this.#deps.clock });
      await passOn(reply, response, leaving.signal);
    } catch (error) {
      if (!(error instanceof StreamFailure)) throw error;
      response.end(encodeOutcome({ failure: error.reason }));
    } finally {
      deadline.end();
    }
  }
}

/** If the reply is aborted, this response is aborted too: the caller's node treats it as lost. */
async function passOn(reply: TunnelReply, response: ServerResponse, leaving: AbortSignal): Promise<void> {
  const { status, headers, first } = reply;
  try {
    response.write(encodeOutcome({ status, headers }));
    for (let chunk = first; chunk; chunk = await reply.read()) {
      if (!response.write(chunk)) await once(response, 'drain', { signal: leaving });
    }
    response.end();
  } catch {
    response.destroy();
  } finally {
    reply.close();
  }
}

async function readBody(request: IncomingMessage, limitBytes: number): Promise<Buffer | undefined> {
  if (Number(request.headers['content-length'] ?? Infinity) > limitBytes) return undefined;
  const collector = new ByteCollector(limitBytes);
  for await (const chunk of request as AsyncIterable<Buffer>) collector.add(chunk);
  return collector.take();
}
