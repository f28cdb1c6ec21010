import { EngineFault } from '../../events.ts';
import type { HttpUpstream } from '../http/http-upstream.ts';
import { callWhole } from '../http/whole-call.ts';
import type { ParsedEmbeddings } from './parse-embeddings.ts';
import { readEmbeddings } from './read-embeddings.ts';

/** A vector of 4,096 numbers written as a list with every digit has about 90 KB. */
const RESPONSE_BYTES_PER_INPUT = 131_072;

/** The server and the request's parameters. */
export interface EmbeddingsTarget {
  readonly upstream: HttpUpstream;
  readonly path: string;
  readonly tenant: string;
  readonly traceparent: string | undefined;
}

/**
 * One embeddings request. Requests base64, which has a quarter of the bytes of lists and is parsed in a tenth
 * of the time. Does not request a vector size: most servers refuse the field for models that have one size.
 * Rejects with an `EngineFault`.
 */
export async function callEmbeddings(
  { upstream, path, tenant, traceparent }: EmbeddingsTarget,
  inputs: readonly string[],
  model: string,
  signal: AbortSignal,
): Promise<ParsedEmbeddings> {
  const body = JSON.stringify({ model, input: inputs, encoding_format: 'base64' });
  const limitBytes = inputs.length * RESPONSE_BYTES_PER_INPUT;
  const answer = await callWhole(upstream, { path, body, traceparent, limitBytes }, signal);
  try {
    const parsed = await readEmbeddings(answer, inputs.length, tenant);
    if (parsed) return parsed;
  } catch {
    // Invalid JSON.
  }
  throw new EngineFault('broken');
}
