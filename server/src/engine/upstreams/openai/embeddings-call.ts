import { performance } from 'node:perf_hooks';
import type { Dispatcher } from 'undici';
import { ByteCollector } from '#kit';
import { EngineFault } from '../../events.ts';
import type { ParsedEmbeddings } from './parse-embeddings.ts';
import { readEmbeddings } from './read-embeddings.ts';
import { readRefusal } from '../http/refusals/read-refusal.ts';
import { responseKind, retryAfterSeconds } from '../http/response-head.ts';

/** A vector of 4,096 numbers written as a list with every digit has about 90 KB. */
const RESPONSE_BYTES_PER_INPUT = 131_072;
const MAX_REFUSAL_CHARACTERS = 65_536;
const MAX_REFUSAL_MS = 1000;
const MISSED_WITHIN_MS = 1000;

/** The server and the request's parameters. */
export interface EmbeddingsTarget {
  readonly dispatcher: Dispatcher;
  readonly path: string;
  readonly headers: string[];
  readonly tenant: string;
  readonly nowMs: () => number;
}

/**
 * One embeddings request. Requests base64, which has a quarter of the bytes of lists and is parsed in a tenth
 * of the time. Does not request a vector size: most servers refuse the field for models that have one size.
 * Rejects with an `EngineFault`.
 */
export async function callEmbeddings(
  target: EmbeddingsTarget,
  inputs: readonly string[],
  model: string,
  signal: AbortSignal,
): Promise<ParsedEmbeddings> {
  const response = await send(
    target,
    JSON.stringify({ model, input: inputs, encoding_format: 'base64' }),
    signal,
  );
  const { statusCode, headers, body } = response;
  if (statusCode !== 200) throw await refusal(response, target.nowMs());
  if (responseKind(headers, false) !== 'whole') {
    // Does not wait for the rest of the body.
    body.on('error', () => {}).destroy();
    throw new EngineFault('broken');
  }
  try {
    const parsed = await readEmbeddings(
      await collect(body, inputs.length * RESPONSE_BYTES_PER_INPUT),
      inputs.length,
      target.tenant,
    );
    if (parsed) return parsed;
  } catch {
    // A cut connection, too many bytes or invalid JSON; the error's text may name hosts.
  }
  throw new EngineFault('broken');
}

async function send(
  { dispatcher, path, headers }: EmbeddingsTarget,
  body: string,
  signal: AbortSignal,
): Promise<Dispatcher.ResponseData> {
  const startedAtMs = performance.now();
  const request = () => dispatcher.request({ path, method: 'POST', headers, body, signal });
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
  { statusCode: status, headers, body }: Dispatcher.ResponseData,
  nowMs: number,
): Promise<EngineFault> {
  const text = await beginningOf(body);
  const { refusal: said, retryAfterSeconds: hint } = readRefusal(text, status);
  const retryAfter = retryAfterSeconds(headers, nowMs) ?? hint;
  return new EngineFault('status', {
    status,
    bodyBytes: text.length,
    retryAfterSeconds: retryAfter,
    refusal: said,
  });
}

/** An error says at its beginning what is wrong, and an endless one must not keep the caller waiting. */
async function beginningOf(body: Dispatcher.ResponseData['body']): Promise<string> {
  const tooLate = setTimeout(() => body.destroy(), MAX_REFUSAL_MS);
  let text = '';
  try {
    for await (const part of body.setEncoding('utf8') as AsyncIterable<string>) {
      text += part;
      if (text.length > MAX_REFUSAL_CHARACTERS) break;
    }
  } catch {
    // What came before it was cut.
  } finally {
    clearTimeout(tooLate);
  }
  return text;
}

async function collect(body: AsyncIterable<Buffer>, limitBytes: number): Promise<Buffer<ArrayBuffer>> {
  const collector = new ByteCollector(limitBytes);
  for await (const part of body) {
    // Leaving the loop destroys the body and its connection.
    if (!collector.add(part)) throw new EngineFault('broken');
  }
  return collector.take();
}
