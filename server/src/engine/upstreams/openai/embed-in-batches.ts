import type { RawEmbeddings } from '../../embedding/embedding.ts';
import { inGroups, runBatches } from '../run-batches.ts';
import { callEmbeddings, type EmbeddingsTarget } from './embeddings-call.ts';
import type { ParsedEmbeddings } from './parse-embeddings.ts';

/** Concurrent requests per call: the first response is parsed while others are computed. */
const BATCHES_AT_ONCE = 8;

/** Embeds all inputs, in as many requests as the server's limit requires. */
export async function embedInBatches(
  target: EmbeddingsTarget,
  inputs: readonly string[],
  model: string,
  { perRequest, signal }: { readonly perRequest: number; readonly signal: AbortSignal },
): Promise<RawEmbeddings> {
  const answers = await runBatches(
    inGroups(inputs, perRequest),
    { atOnce: BATCHES_AT_ONCE, signal },
    (batch, either) => callEmbeddings(target, batch, model, either),
  );
  return { vectors: answers.flatMap(toVectors), inputTokens: sumOf(answers) };
}

function toVectors({ numbers, width }: ParsedEmbeddings): Float32Array[] {
  return Array.from({ length: numbers.length / width }, (_, i) =>
    numbers.subarray(i * width, (i + 1) * width),
  );
}

/** If one response has no count, the sum has none. */
function sumOf(answers: readonly ParsedEmbeddings[]): number | undefined {
  let sum = 0;
  for (const { inputTokens } of answers) {
    if (inputTokens === undefined) return undefined;
    sum += inputTokens;
  }
  return sum;
}
