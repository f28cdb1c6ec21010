import http from 'node:http';
import https from 'node:https';
import {
  CONNECTION_HEADERS,
  isHeader,
  type HeadMessage,
  type OpenMessage,
  type ResetReason,
  type TunnelStream,
} from '@svc/connector/protocol';

const HEADER_LIMIT_BYTES = 32_768;
/** Servers close idle connections after 5 s or more: one that is about to be closed must not be used. */
const IDLE_MS = 2000;

/** A call that cannot continue, with the reason for the service. */
class CallFailure extends Error {
  readonly reason: ResetReason;

  constructor(reason: ResetReason) {
    super(reason);
    this.reason = reason;
  }
}

export interface Agents {
  readonly http: http.Agent;
  readonly https: https.Agent;
}

/** Connections to MCP servers, kept open between calls. */
export function createAgents(): Agents {
  const kept = { keepAlive: true, timeout: IDLE_MS };
  return { http: new http.Agent(kept), https: new https.Agent(kept) };
}

/** The outcome of a call, for the log. */
export interface Forwarded {
  readonly outcome: number | ResetReason;
}

/**
 * Forwards one call to its target and streams the reply back. The target was checked against the list before. Never rejects: any failure
 * resets the stream.
 */
export async function forwardCall(
  stream: TunnelStream,
  message: OpenMessage,
  { agents, limitBytes }: { readonly agents: Agents; readonly limitBytes: number },
): Promise<Forwarded> {
  const ending = new AbortController();
  const end = (): void => ending.abort();
  const timer = setTimeout(() => stream.reset('timeout'), message.deadlineMs);
  stream.signal.addEventListener('abort', end, { once: true });
  try {
    const request = open(message, agents, ending.signal);
    const sending = sendBody(stream, request, limitBytes);
    // If the request cannot be sent completely, the reply ends too.
    sending.catch(() => request.destroy());
    const response = await Promise.race([replyOf(request), sending.then(() => replyOf(request))]);
    const status = await passOn(stream, response, limitBytes);
    return { outcome: status };
  } catch (error) {
    const reason = reasonOf(error);
    stream.reset(reason);
    return { outcome: (stream.signal.reason as { reason?: ResetReason } | undefined)?.reason ?? reason };
  } finally {
    clearTimeout(timer);
    stream.signal.removeEventListener('abort', end);
    ending.abort();
  }
}

function open(
  { url, method, headers }: OpenMessage,
  agents: Agents,
  signal: AbortSignal,
): http.ClientRequest {
  const target = new URL(url);
  const isTls = target.protocol === 'https:';
  const request = (isTls ? https : http).request(target, {
    method,
    headers: { ...plainHeaders(headers), 'accept-encoding': 'identity' },
    agent: isTls ? agents.https : agents.http,
    maxHeaderSize: HEADER_LIMIT_BYTES,
    signal,
  });
  request.setNoDelay(true);
  // The promise of the response rejects with it; nobody waits for later errors.
  request.on('error', () => undefined);
  return request;
}

function replyOf(request: http.ClientRequest): Promise<http.IncomingMessage> {
  return new Promise((resolve, reject) => {
    request.once('response', resolve);
    request.once('error', (error: NodeJS.ErrnoException) => {
      const isBadReply = error.code?.startsWith('HPE_') === true || error.code === 'ECONNRESET';
      reject(new CallFailure(isBadReply ? 'bad_reply' : 'unreachable'));
    });
    request.once('close', () => reject(new CallFailure('bad_reply')));
  });
}

async function sendBody(
  stream: TunnelStream,
  request: http.ClientRequest,
  limitBytes: number,
): Promise<void> {
  let bytes = 0;
  for (let chunk = await stream.read(); chunk; chunk = await stream.read()) {
    bytes += chunk.length;
    if (bytes > limitBytes) throw new CallFailure('too_large');
    if (!request.write(chunk) && !request.destroyed) await drained(request);
  }
  request.end();
}

function drained(request: http.ClientRequest): Promise<void> {
  return new Promise((resolve) => {
    request.once('drain', resolve);
    request.once('close', resolve);
  });
}

async function passOn(
  stream: TunnelStream,
  response: http.IncomingMessage,
  limitBytes: number,
): Promise<number> {
  const { statusCode: status = 0 } = response;
  if (status >= 300 && status < 400) throw new CallFailure('target_refused');
  const headers = plainHeaders(response.headers);
  const coding = headers['content-encoding'];
  if (coding !== undefined && coding !== 'identity') throw new CallFailure('bad_reply');
  const head: HeadMessage = { status, headers };
  if (!stream.sendHead(head, false)) throw new CallFailure('bad_reply');
  let bytes = 0;
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > limitBytes) throw new CallFailure('too_large');
      await stream.write(chunk);
    }
  } catch (error) {
    throw error instanceof CallFailure ? error : new CallFailure('bad_reply');
  }
  stream.end();
  return status;
}

/** The end-to-end headers. Repeated headers are combined (RFC 9110 §5.3). */
function plainHeaders(
  headers: Readonly<Record<string, string | string[] | undefined>>,
): Record<string, string> {
  const named = new Set(
    String(headers['connection'] ?? '')
      .split(',')
      .map((name) => name.trim().toLowerCase()),
  );
  const kept: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    const text = Array.isArray(value) ? value.join(', ') : value;
    if (CONNECTION_HEADERS.has(name) || named.has(name) || text === undefined) continue;
    if (isHeader(name, text)) kept[name] = text;
  }
  return kept;
}

function reasonOf(error: unknown): ResetReason {
  return error instanceof CallFailure ? error.reason : 'cancelled';
}
