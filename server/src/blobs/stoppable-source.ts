import { Readable } from 'node:stream';
import type { BlobSource } from './blob-store.ts';

/** The same source, but it throws the signal's reason at once, even while it is idle. The source is then closed, as soon as it can be. */
export async function* stoppableSource(
  source: BlobSource,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array, void> {
  const chunks = source[Symbol.asyncIterator]();
  let stop: (reason: unknown) => void = () => {};
  const onAbort = (): void => stop(signal.reason);
  signal.addEventListener('abort', onAbort);
  try {
    for (;;) {
      signal.throwIfAborted();
      // A promise for each chunk: one for the signal, raced with each chunk, would collect a reaction for every chunk.
      const next = await new Promise<IteratorResult<Uint8Array>>((resolve, reject) => {
        stop = reject;
        chunks.next().then(resolve, reject);
      });
      if (next.done) return;
      yield next.value;
    }
  } finally {
    signal.removeEventListener('abort', onAbort);
    // Not awaited: an iterator that waits for its next chunk returns only after it. Destroying a stream ends the wait.
    if (source instanceof Readable) source.destroy();
    else chunks.return?.().catch(() => {});
  }
}
