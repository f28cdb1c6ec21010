/**
 * Runs all batches, `concurrency` of them concurrently, and returns the answers in the batches' order. The first
 * failure cancels the others and rejects the promise.
 */
export async function runBatches<Batch, Result>(
  batches: readonly Batch[],
  { concurrency, signal }: { readonly concurrency: number; readonly signal: AbortSignal },
  run: (batch: Batch, signal: AbortSignal) => Promise<Result>,
): Promise<Result[]> {
  const failure = new AbortController();
  const either = AbortSignal.any([signal, failure.signal]);
  const responses: Result[] = [];
  let next = 0;
  const runNext = async (): Promise<void> => {
    while (next < batches.length) {
      either.throwIfAborted();
      const index = next++;
      responses[index] = await run(batches[index]!, either);
    }
  };
  try {
    await Promise.all(Array.from({ length: Math.min(concurrency, batches.length) }, runNext));
    return responses;
  } catch (error) {
    failure.abort();
    throw error;
  }
}

/** Splits items into groups of at most `size`, in order. */
export function inGroups<T>(items: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, i) =>
    items.slice(i * size, (i + 1) * size),
  );
}
