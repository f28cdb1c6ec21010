import { ReadableStream } from 'node:stream/web';
import type { FetchLike } from '@modelcontextprotocol/client';
import { ApiError } from '@svc/contract';
import { OutboundError, type OutboundRequest, type OutboundResponse, type Secret } from '#kit';
import { boundedStructure, STRUCTURE_LIMIT } from './bounded-structure.ts';
import { joinChunks } from './join-chunks.ts';
import type { McpDialer } from './mcp-dialer.ts';
import { isEventStream, resumedEvents, type Resumption } from './resumed-events.ts';

type Headed = Readonly<Record<string, string>>;

export interface McpFetchOptions {
  readonly url: URL;
  readonly dialer: McpDialer;
  readonly token: Secret | undefined;
  readonly timeoutMs: number;
  readonly limitBytes: number;
  /** Ends every request but those that say goodbye: the end of the session, and of a call that is given up. */
  readonly ending: AbortSignal;
  /** Ends those too. */
  readonly closing: AbortSignal;
  /** Called when the way fails with an error for the caller, be it in the middle of a reply. */
  readonly failed: (error: ApiError) => void;
}

const GOODBYE_TIMEOUT_MS = 3000;
const WITHOUT_BODY: ReadonlySet<number> = new Set([204, 205, 304]);

function toResponse(response: OutboundResponse): Response {
  const { status, headers, body, close } = response;
  const flat = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)] as [string, string]],
  );
  if (!WITHOUT_BODY.has(status)) {
    const isStream = isEventStream(response);
    const chunks = joinChunks(body, isStream);
    return new Response(
      ReadableStream.from(
        boundedStructure(chunks, { limit: STRUCTURE_LIMIT, isStream }),
      ) as unknown as BodyInit,
      { status, headers: flat },
    );
  }
  close();
  return new Response(null, { status, headers: flat });
}

/** What is sent, as far as it matters to how it is sent. */
interface Sent {
  readonly id?: number | string;
  readonly method?: string;
}

const CANCELLATION = 'notifications/cancelled';
/** Goes with messages of the revision of 2026 only, which has no resumption. */
const MODERN_HEADER = 'mcp-method';

/**
 * `fetch` for the MCP library: to the server's one URL and nowhere else, however the server or the library would have it.
 * The token is put on here, so that no object of the library ever holds it; redirects are refused, because a token must not
 * travel. The stream for news without a call is declined: nobody here would read them, and each would hold a connection.
 */
export function createMcpFetch(options: McpFetchOptions): FetchLike {
  const { url, token } = options;
  return async (target, init = {}) => {
    const { method = 'GET', body } = init;
    if (String(target) !== url.href) throw new OutboundError('redirects', 'redirect');
    if (method !== 'POST' && method !== 'DELETE') return new Response(null, { status: 405 });
    const headers = Object.fromEntries(new Headers(init.headers));
    if (token) headers['authorization'] = `Bearer ${token.reveal()}`;
    const sent = typeof body === 'string' ? (JSON.parse(body) as Sent) : {};
    const request = { method, headers, ...(typeof body === 'string' ? { body } : {}) } as const;
    const isGoodbye = method === 'DELETE' || sent.method === CANCELLATION;
    if (isGoodbye) return toResponse(await goodbye(options, request, init.signal));
    const signal = AbortSignal.any([options.closing, options.ending, ...(init.signal ? [init.signal] : [])]);
    const response = await ask(options, request, signal);
    const { id } = sent;
    if (id === undefined || MODERN_HEADER in headers || !isEventStream(response)) return toResponse(response);
    return toResponse({
      ...response,
      body: resumable(options, response, { requestId: id, headers, signal }),
    });
  };
}

type Request = Pick<OutboundRequest, 'method' | 'headers' | 'body'>;

async function ask(
  { url, dialer, timeoutMs, limitBytes, failed }: McpFetchOptions,
  request: Request,
  signal: AbortSignal,
  leftMs = timeoutMs,
): Promise<OutboundResponse> {
  const bounds = { redirects: 0, timeoutMs: leftMs, firstByteMs: leftMs, limitBytes, signal };
  return direct(await noting(failed, dialer, { url: url.href, ...request, ...bounds }));
}

/** Not ended with the session, and no failure of it counts. */
async function goodbye(
  { url, dialer, limitBytes, closing }: McpFetchOptions,
  request: Request,
  signal: AbortSignal | null | undefined,
): Promise<OutboundResponse> {
  const bounds = {
    redirects: 0,
    timeoutMs: GOODBYE_TIMEOUT_MS,
    firstByteMs: GOODBYE_TIMEOUT_MS,
    limitBytes,
    signal: signal ? AbortSignal.any([closing, signal]) : closing,
  };
  return direct(await dialer.request({ url: url.href, ...request, ...bounds }));
}

function direct(response: OutboundResponse): OutboundResponse {
  if (response.status < 300 || response.status >= 400) return response;
  response.close();
  throw new OutboundError('redirects', 'redirect');
}

function resumable(
  options: McpFetchOptions,
  response: OutboundResponse,
  { requestId, headers, signal }: Pick<Resumption, 'requestId' | 'signal'> & { readonly headers: Headed },
): OutboundResponse['body'] {
  const { timeoutMs, limitBytes } = options;
  const { 'content-type': _type, ...kept } = headers;
  const resume: Resumption['resume'] = (lastEventId, leftMs) => {
    const again = { ...kept, accept: 'text/event-stream', 'last-event-id': lastEventId };
    return ask(options, { method: 'GET', headers: again }, signal, leftMs);
  };
  return resumedEvents(response, { requestId, resume, timeoutMs, limitBytes, signal });
}

async function noting(
  failed: (error: ApiError) => void,
  dialer: McpDialer,
  request: OutboundRequest,
): Promise<OutboundResponse> {
  try {
    const response = await dialer.request(request);
    return { ...response, body: notingBody(failed, response.body) };
  } catch (error) {
    if (error instanceof ApiError) failed(error);
    throw error;
  }
}

async function* notingBody(
  failed: (error: ApiError) => void,
  body: OutboundResponse['body'],
): OutboundResponse['body'] {
  try {
    yield* body;
  } catch (error) {
    if (error instanceof ApiError) failed(error);
    throw error;
  }
}
