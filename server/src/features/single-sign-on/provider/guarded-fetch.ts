import type { CustomFetch, FetchBody } from 'openid-client';
import { OutboundError, type OutboundGuard } from '#kit';

const TIMEOUT_MS = 10_000;
const LIMIT_BYTES = 1_048_576;

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
    const type = reply.contentType;
    return new Response(new Uint8Array(reply.bytes), {
      status: reply.status,
      headers: type === undefined ? {} : { 'content-type': type },
    });
  };
}

/** The library sends forms, and texts of its own. */
function textOf(body: FetchBody): string {
  if (typeof body === 'string') return body;
  if (body instanceof URLSearchParams) return body.toString();
  throw new TypeError('The provider is sent text.');
}
