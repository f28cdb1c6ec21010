import { ReadableStream } from 'node:stream/web';
import type { FetchLike } from '@modelcontextprotocol/client';
import { ApiError } from '@svc/contract';
import { OutboundError, type OutboundRequest, type OutboundResponse, type Secret } from '#kit';
import { boundedStructure, STRUCTURE_LIMIT } from './bounded-structure.ts';
import { joinPieces } from './join-pieces.ts';
import type { McpDialer } from './mcp-dialer.ts';

export interface McpFetchOptions {
  readonly url: URL;
  readonly dialer: McpDialer;
  readonly token: Secret | undefined;
  readonly timeoutMs: number;
  readonly limitBytes: number;
  /** Ends every request but the goodbye. */
  readonly ending: AbortSignal;
  /** Ends that too. */
  readonly closing: AbortSignal;
  /** Told when the way fails with an error for the caller, be it in the middle of a reply. */
  readonly failed: (error: ApiError) => void;
}

const GOODBYE_TIMEOUT_MS = 3000;
const WITHOUT_BODY: ReadonlySet<number> = new Set([204, 205, 304]);

function toResponse({ status, headers, contentType, body, close }: OutboundResponse): Response {
  const flat = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)] as [string, string]],
  );
  if (!WITHOUT_BODY.has(status)) {
    const isStream = contentType?.startsWith('text/event-stream') ?? false;
    const pieces = joinPieces(body, isStream);
    return new Response(
      ReadableStream.from(
        boundedStructure(pieces, { limit: STRUCTURE_LIMIT, isStream }),
      ) as unknown as BodyInit,
      { status, headers: flat },
    );
  }
  close();
  return new Response(null, { status, headers: flat });
}

/**
 * `fetch` for the MCP library: to the server's one URL and nowhere else, however the server or the library would have it.
 * The token is put on here, so that no object of the library ever holds it; redirects are refused, because a token must not
 * travel. The stream for news without a call is declined: nobody here would read them, and each would hold a connection.
 */
export function createMcpFetch({
  url,
  dialer,
  token,
  timeoutMs,
  limitBytes,
  ending,
  closing,
  failed,
}: McpFetchOptions): FetchLike {
  return async (target, init = {}) => {
    const { method = 'GET', body } = init;
    if (String(target) !== url.href) throw new OutboundError('redirects', 'redirect');
    if (method !== 'POST' && method !== 'DELETE') return new Response(null, { status: 405 });
    const headers = Object.fromEntries(new Headers(init.headers));
    if (token) headers['authorization'] = `Bearer ${token.reveal()}`;
    const goodbye = method === 'DELETE';
    const limitMs = goodbye ? GOODBYE_TIMEOUT_MS : timeoutMs;
    const answer = await noting(failed, dialer, {
      url: url.href,
      method,
      headers,
      ...(typeof body === 'string' ? { body } : {}),
      redirects: 0,
      timeoutMs: limitMs,
      firstByteMs: limitMs,
      limitBytes,
      signal: AbortSignal.any([closing, ...(goodbye ? [] : [ending]), ...(init.signal ? [init.signal] : [])]),
    });
    if (answer.status < 300 || answer.status >= 400) return toResponse(answer);
    answer.close();
    throw new OutboundError('redirects', 'redirect');
  };
}

async function noting(
  failed: (error: ApiError) => void,
  dialer: McpDialer,
  request: OutboundRequest,
): Promise<OutboundResponse> {
  try {
    const answer = await dialer.request(request);
    return { ...answer, body: notingBody(failed, answer.body) };
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
