import { StreamFailure } from '@svc/connector/protocol';
import { ApiError, type LimitValues } from '@svc/contract';
import { newId, type Clock, type OutboundRequest, type OutboundResponse } from '#kit';
import type { TunnelMeters } from '../tunnel-meters.ts';
import { CallDeadline } from './call-deadline.ts';
import { callLocally } from './call-locally.ts';
import type { Candidate, ConnectionChooser, Tried } from './choose-connection.ts';
import type { RemoteCalls } from './remote-calls.ts';
import type { RemoteDirectory } from './remote-directory.ts';
import { toOutboundResponse } from './reply-body.ts';
import { withoutConnectionHeaders, type TunnelCall, type TunnelReply } from './tunnel-call.ts';
import { toTunnelError } from './tunnel-errors.ts';

export interface TunnelCallerDeps {
  readonly clock: Clock;
  readonly limits: () => LimitValues;
  readonly chooser: ConnectionChooser;
  readonly directory: RemoteDirectory;
  readonly remoteCalls: RemoteCalls;
  readonly meters: TunnelMeters;
}

type Attempt = Omit<TunnelCall, 'deadlineMs'>;

/** Sends requests to MCP servers through the connectors of a tunnel, with the outcomes of D-TUN-14. */
export class TunnelCaller {
  readonly #deps: TunnelCallerDeps;

  constructor(deps: TunnelCallerDeps) {
    this.#deps = deps;
  }

  get timeoutMs(): number {
    return this.#deps.limits().mcp_call_timeout_s * 1000;
  }

  /** `url`: exactly as in the tunnel's list. Throws 413 `payload_too_large`, 502 and 504 as MSG-71 and MSG-72, and the caller's reason. */
  async request(tunnelId: string, url: string, request: OutboundRequest): Promise<OutboundResponse> {
    const { limits, clock, meters } = this.#deps;
    const { mcp_message_bytes: limitBytes } = limits();
    const body = Buffer.from(request.body ?? '');
    if (body.length > limitBytes)
      throw new ApiError('payload_too_large', { extra: { max_bytes: limitBytes } });
    const call: Attempt = {
      callId: newId('call_', clock.nowMs()),
      method: request.method ?? 'POST',
      url,
      headers: { ...withoutConnectionHeaders(request.headers ?? {}), 'accept-encoding': 'identity' },
      body,
    };
    const deadline = new CallDeadline(Math.min(request.timeoutMs, this.timeoutMs), request.signal);
    const ended = (outcome: string): void => {
      deadline.end();
      meters.called(outcome);
    };
    meters.transferred('request', body.length);
    try {
      const reply = await this.#attempts(tunnelId, call, deadline);
      return toOutboundResponse(reply, url, { limitBytes, meters, ended, signal: deadline.signal });
    } catch (error) {
      const cause: unknown = deadline.signal.aborted ? deadline.signal.reason : error;
      ended(cause instanceof StreamFailure ? cause.reason : 'cancelled');
      throw cause instanceof StreamFailure ? toTunnelError(cause) : cause;
    }
  }

  /** Retries once if a connection was lost before any byte of the reply. A connection that is busy or gone does not count as an attempt. */
  async #attempts(tunnelId: string, call: Attempt, deadline: CallDeadline): Promise<TunnelReply> {
    const { chooser, directory } = this.#deps;
    const tried: Tried = { connections: new Set(), nodes: new Set() };
    let failure = new StreamFailure('busy');
    for (let lost = 0; lost < 2;) {
      const remote = await directory.connectionsOf(tunnelId);
      deadline.signal.throwIfAborted();
      const candidate = chooser.choose(tunnelId, remote, tried);
      if (!candidate) break;
      tried.connections.add(candidate.id);
      try {
        return await this.#attempt(candidate, { ...call, deadlineMs: deadline.leftMs }, deadline.signal);
      } catch (error) {
        if (!(error instanceof StreamFailure) || !isWorthAnother(error)) throw error;
        failure = error;
        if ('remote' in candidate) tried.nodes.add(candidate.remote.nodeUrl);
        if (error.reason === 'lost') lost++;
      }
    }
    throw failure;
  }

  #attempt(candidate: Candidate, call: TunnelCall, signal: AbortSignal): Promise<TunnelReply> {
    const { clock, remoteCalls } = this.#deps;
    return 'local' in candidate
      ? callLocally(candidate.local, call, { signal, clock })
      : remoteCalls.call(candidate.remote, call, signal);
  }
}

function isWorthAnother({ reason }: StreamFailure): boolean {
  return reason === 'lost' || reason === 'busy';
}
