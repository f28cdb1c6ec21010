import type { CustomFetch, FetchBody } from 'openid-client';
import { OutboundError, type OutboundContent, type OutboundGuard } from '#kit';

const TIMEOUT_MS = 10_000;
const LIMIT_BYTES = 1_048_576;
const WITHOUT_BODY: ReadonlySet<number> = new Set([204, 205, 304]);

/** What the library fetches with: https alone, through the guard, no redirects. */
export function guardedFetch(guard: Pick<OutboundGuard, 'read'>): CustomFetch {
  return async (url, { method, headers, body }) => {
    // The guard lets plain HTTP through to ranges that an operator opened.
    if (!url.startsWith('https://')) throw new OutboundError('url', 'scheme');
    const reply = await guard.read({
      url,
      method: method === 'POST' ? 'POST' : 'GET',
      headers,
      ...(body === undefined || body === null ? {} : { body: textOf(body) }),
      redirects: 0,
      timeoutMs: TIMEOUT_MS,
      firstByteMs: TIMEOUT_MS,
      limitBytes: LIMIT_BYTES,
    });
    // A Response with a body is refused for these.
    const hasBody = !WITHOUT_BODY.has(reply.status);
    return new Response(hasBody ? new Uint8Array(reply.bytes) : null, {
      status: reply.status,
      headers: headersOf(reply),
    });
  };
}

/** Those that are read. */
function headersOf({ contentType, headers: { date } }: OutboundContent): Record<string, string> {
  return {
    ...(contentType === undefined ? {} : { 'content-type': contentType }),
    ...(typeof date === 'string' ? { date } : {}),
  };
}

/** The library sends forms, and texts of its own. */
function textOf(body: FetchBody): string {
  if (typeof body === 'string') return body;
  if (body instanceof URLSearchParams) return body.toString();
  throw new TypeError('The provider is sent text.');
}
