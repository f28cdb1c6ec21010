import type { Dispatcher } from 'undici';
import { ByteCollector } from '#kit';
import { EngineFault } from '../../events.ts';
import type { ParsedEmbeddings } from './parse-embeddings.ts';
import { readEmbeddings } from './read-embeddings.ts';
import { answerForm, retryAfterSeconds } from '../http/response-head.ts';

/** A vector of 4,096 numbers written as a list with every digit has about 90 KB. */
const ANSWER_BYTES_PER_INPUT = 131_072;

/** The server and the request's parameters. */
export interface EmbeddingsTarget {
  readonly dispatcher: Dispatcher;
  readonly path: string;
  readonly headers: string[];
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
  const answer = await send(
    target,
    JSON.stringify({ model, input: inputs, encoding_format: 'base64' }),
    signal,
  );
  const { statusCode, headers, body } = answer;
  if (statusCode !== 200 || answerForm(headers, false) !== 'whole') {
    // Does not wait for the rest of the body.
    body.on('error', () => {}).destroy();
    throw statusCode === 200 ? new EngineFault('broken') : refusal(answer, target.nowMs());
  }
  try {
    const parsed = await readEmbeddings(
      await collect(body, inputs.length * ANSWER_BYTES_PER_INPUT),
      inputs.length,
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
  try {
    return await dispatcher.request({ path, method: 'POST', headers, body, signal });
  } catch {
    throw new EngineFault('unreachable');
  }
}

function refusal({ statusCode, headers }: Dispatcher.ResponseData, nowMs: number): EngineFault {
  const hint = retryAfterSeconds(headers, nowMs);
  const size = Number(headers['content-length']);
  return new EngineFault('status', {
    status: statusCode,
    ...(Number.isFinite(size) ? { bodyBytes: size } : {}),
    ...(hint === undefined ? {} : { retryAfterSeconds: hint }),
  });
}

async function collect(body: AsyncIterable<Buffer>, limitBytes: number): Promise<Buffer<ArrayBuffer>> {
  const collector = new ByteCollector(limitBytes);
  for await (const part of body) {
    // Leaving the loop destroys the body and its connection.
    if (!collector.add(part)) throw new EngineFault('broken');
  }
  return collector.take();
}
