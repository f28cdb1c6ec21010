import { StreamFailure, type TunnelStream } from '@svc/connector/protocol';
import type { Clock } from '#kit';
import type { ConnectorConnection } from '../connections/connector-connection.ts';
import { withoutConnectionHeaders, type TunnelCall, type TunnelReply } from './tunnel-call.ts';

/** Errors below 500 are normal between client and server, for example a probe for another MCP revision. */
const ERROR_STATUS = 500;

/**
 * Sends a call through a connection of this node. Resolves with the first bytes of the reply: before that, another connection may be tried.
 * Rejects with a `StreamFailure`. `signal`: its reason is a `StreamFailure`, or the call is cancelled.
 */
export async function callLocally(
  connection: ConnectorConnection,
  call: TunnelCall,
  { signal, clock }: { readonly signal: AbortSignal; readonly clock: Clock },
): Promise<TunnelReply> {
  const { body, ...message } = call;
  connection.requests.add(clock.nowMs());
  let stream: TunnelStream | undefined;
  try {
    stream = connection.open(message, body.length === 0);
    const reply = await firstBytes(stream, body, signal);
    if (reply.status >= ERROR_STATUS) connection.errors.add(clock.nowMs());
    return reply;
  } catch (error) {
    stream?.reset('cancelled');
    connection.errors.add(clock.nowMs());
    throw error;
  }
}

async function firstBytes(stream: TunnelStream, body: Uint8Array, signal: AbortSignal): Promise<TunnelReply> {
  const abort = (): void => stream.reset(resetReason(signal));
  signal.addEventListener('abort', abort, { once: true });
  if (signal.aborted) abort();
  const close = (): void => {
    signal.removeEventListener('abort', abort);
    stream.reset('cancelled');
  };
  try {
    // In parallel with the reply, which may arrive before the request is sent completely. A failure also rejects the reply.
    stream.write(body, true).catch(() => undefined);
    const head = await stream.head;
    requirePlainReply(head.status, head.headers);
    const first = await stream.read();
    return {
      status: head.status,
      headers: withoutConnectionHeaders(head.headers),
      first,
      read: () => stream.read(),
      close,
    };
  } catch (error) {
    close();
    throw error;
  }
}

/** The connector refuses these itself (D-TUN-12). If one does not, the service must neither follow redirects nor decompress. */
function requirePlainReply(status: number, headers: Readonly<Record<string, string>>): void {
  if (status >= 300 && status < 400) throw new StreamFailure('target_refused');
  const coding = headers['content-encoding'];
  if (coding !== undefined && coding !== '' && coding !== 'identity') throw new StreamFailure('bad_reply');
}

function resetReason({ reason }: AbortSignal): 'timeout' | 'cancelled' {
  return reason instanceof StreamFailure && reason.reason === 'timeout' ? 'timeout' : 'cancelled';
}
