import { StreamFailure } from '@svc/connector/protocol';
import type { OutboundResponse } from '#kit';
import type { TunnelMeters } from '../tunnel-meters.ts';
import type { TunnelReply } from './tunnel-call.ts';
import { toTunnelError } from './tunnel-errors.ts';

export interface ReplyEnd {
  readonly limitBytes: number;
  readonly meters: TunnelMeters;
  /** Called once, however it ends. */
  readonly ended: (outcome: string) => void;
  /** The reason, if this side ended it. */
  readonly signal: AbortSignal;
}

/** A reply in the common format of all MCP transports. Its body throws the `ApiError` for the caller. */
export function toOutboundResponse(reply: TunnelReply, url: string, end: ReplyEnd): OutboundResponse {
  let isOver = false;
  const finish = (outcome: string): void => {
    if (isOver) return;
    isOver = true;
    reply.close();
    end.ended(outcome);
  };
  return {
    status: reply.status,
    headers: reply.headers,
    contentType: reply.headers['content-type'],
    url,
    body: bodyOf(reply, end, finish),
    close: () => finish('answered'),
  };
}

async function* bodyOf(
  reply: TunnelReply,
  { limitBytes, meters, signal }: ReplyEnd,
  finish: (outcome: string) => void,
): AsyncGenerator<Uint8Array, void, undefined> {
  let bytes = 0;
  try {
    for (let chunk = reply.first; chunk; chunk = await reply.read()) {
      bytes += chunk.length;
      if (bytes > limitBytes) throw new StreamFailure('too_large');
      yield chunk;
    }
    finish('answered');
  } catch (error) {
    const cause: unknown = signal.aborted ? signal.reason : error;
    finish(cause instanceof StreamFailure ? cause.reason : 'cancelled');
    throw cause instanceof StreamFailure ? toTunnelError(cause) : cause;
  } finally {
    // The consumer left the loop early.
    finish('answered');
    meters.transferred('reply', bytes);
  }
}
