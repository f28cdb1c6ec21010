import type { RawEmbeddings } from '../../embedding/embedding.ts';
import { inGroups, runBatches } from '../run-batches.ts';
import { callEmbeddings, type EmbeddingsTarget } from './embeddings-call.ts';
import type { ParsedEmbeddings } from './parse-embeddings.ts';

/** Concurrent requests per call: the first response is parsed while others are computed. */
const BATCH_CONCURRENCY = 8;

/** Embeds all inputs, in as many requests as the server's limit requires. */
export async function embedInBatches(
  target: EmbeddingsTarget,
  inputs: readonly string[],
  model: string,
  { perRequest, signal }: { readonly perRequest: number; readonly signal: AbortSignal },
): Promise<RawEmbeddings> {
  const responses = await runBatches(
    inGroups(inputs, perRequest),
    { concurrency: BATCH_CONCURRENCY, signal },
    (batch, either) => callEmbeddings(target, batch, model, either),
  );
  return joinEmbeddings(responses);
}

export function joinEmbeddings(responses: readonly ParsedEmbeddings[]): RawEmbeddings {
  return { vectors: responses.flatMap(toVectors), inputTokens: sumOf(responses) };
}

function toVectors({ numbers, width }: ParsedEmbeddings): Float32Array[] {
  return Array.from({ length: numbers.length / width }, (_, i) =>
    numbers.subarray(i * width, (i + 1) * width),
  );
}

/** If one response has no count, the sum has none. */
function sumOf(responses: readonly ParsedEmbeddings[]): number | undefined {
  let sum = 0;
  for (const { inputTokens } of responses) {
    if (inputTokens === undefined) return undefined;
    sum += inputTokens;
  }
  return sum;
}
