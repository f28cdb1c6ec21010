import { performance } from 'node:perf_hooks';
import type { Dispatcher } from 'undici';
import { ByteCollector } from '#kit';
import { EngineFault } from '../../events.ts';
import type { HttpUpstream } from './http-upstream.ts';
import { renewsCredential } from './credentials/renews-credential.ts';
import { RefusedResponse } from './refused-response.ts';
import { responseKind } from './response-head.ts';

const MAX_REFUSAL_MS = 1000;
const MISSED_WITHIN_MS = 1000;

/** An operation whose answer is one JSON value, other than a generation. */
export interface WholeRequest {
  readonly path: string;
  /** Absent: it only reads (GET). */
  readonly body?: string | undefined;
  readonly traceparent?: string | undefined;
  /** Of the answer. */
  readonly limitBytes: number;
}

/** A 200 that says it is JSON. */
interface WholeResponse {
  readonly bytes: Buffer<ArrayBuffer>;
  readonly headers: Dispatcher.ResponseData['headers'];
}

/** The bytes of a 200 that says it is JSON. Rejects with an `EngineFault`. */
export async function callWhole(
  upstream: HttpUpstream,
  request: WholeRequest,
  signal: AbortSignal,
): Promise<Buffer<ArrayBuffer>> {
  return (await callWithHeaders(upstream, request, signal)).bytes;
}

/** `callWhole` for servers that say something in headers. */
export async function callWithHeaders(
  upstream: HttpUpstream,
  request: WholeRequest,
  signal: AbortSignal,
): Promise<WholeResponse> {
  const lines = await linesFor(upstream, request);
  try {
    return await responseTo(upstream, request, { lines, signal });
  } catch (error) {
    if (!(error instanceof EngineFault) || !renewsCredential(upstream.credential, lines, error)) throw error;
  }
  return responseTo(upstream, request, { lines: await linesFor(upstream, request), signal });
}

interface SentAs {
  /** What makes the server take it. */
  readonly lines: string;
  readonly signal: AbortSignal;
}

async function responseTo(
  upstream: HttpUpstream,
  request: WholeRequest,
  sent: SentAs,
): Promise<WholeResponse> {
  const response = await send(upstream, request, sent);
  const { statusCode, headers, body } = response;
  if (statusCode !== 200) throw await refusal(response, upstream.nowMs());
  upstream.credential?.accepted();
  if (responseKind(headers, false) !== 'whole') {
    // Does not wait for the rest of the body.
    body.on('error', () => {}).destroy();
    throw new EngineFault('broken');
  }
  try {
    return { bytes: await collect(body, request.limitBytes), headers };
  } catch {
    // A cut connection or too many bytes; the error's text may name hosts.
    throw new EngineFault('broken');
  }
}

async function linesFor({ credential }: HttpUpstream, { path, body }: WholeRequest): Promise<string> {
  if (!credential) return '';
  return credential.authorize(body === undefined ? { method: 'GET', path, body: '' } : { path, body });
}

/** Undici takes names and values in turn. */
function headersOf(upstream: HttpUpstream, lines: string, traceparent: string | undefined): string[] {
  const own = lines
    .split('\r\n')
    .filter((line) => line !== '')
    .flatMap((line) => {
      const at = line.indexOf(':');
      return [line.slice(0, at), line.slice(at + 1).trim()];
    });
  return [...upstream.headers, ...own, ...(traceparent === undefined ? [] : ['traceparent', traceparent])];
}

async function send(
  upstream: HttpUpstream,
  { path, body, traceparent }: WholeRequest,
  { lines, signal }: SentAs,
): Promise<Dispatcher.ResponseData> {
  const startedAtMs = performance.now();
  const headers = headersOf(upstream, lines, traceparent);
  const method = body === undefined ? 'GET' : 'POST';
  const request = () => upstream.dispatcher.request({ path, method, headers, body: body ?? null, signal });
  try {
    return await request().catch((error: unknown) => {
      // An engine that closes what is idle may do so as a request is on its way. What it has thought about is not sent again.
      const isLate = performance.now() - startedAtMs > MISSED_WITHIN_MS;
      if (signal.aborted || isLate || !isClosed(error)) throw error;
      return request();
    });
  } catch {
    throw new EngineFault('unreachable');
  }
}

function isClosed(error: unknown): boolean {
  const code = (error as { readonly code?: unknown }).code;
  return code === 'UND_ERR_SOCKET' || code === 'ECONNRESET' || code === 'EPIPE';
}

async function refusal(
  { statusCode, headers, body }: Dispatcher.ResponseData,
  nowMs: number,
): Promise<EngineFault> {
  const refused = new RefusedResponse(statusCode, headers, nowMs);
  const tooLate = setTimeout(() => body.destroy(), MAX_REFUSAL_MS);
  try {
    for await (const part of body as AsyncIterable<Buffer>) if (!refused.add(part)) break;
  } catch {
    // What came before it was cut.
  } finally {
    clearTimeout(tooLate);
  }
  return refused.toFault();
}

async function collect(body: AsyncIterable<Buffer>, limitBytes: number): Promise<Buffer<ArrayBuffer>> {
  const collector = new ByteCollector(limitBytes);
  for await (const part of body) {
    // Leaving the loop destroys the body and its connection.
    if (!collector.add(part)) throw new EngineFault('broken');
  }
  return collector.take();
}
