import { ConnectionError } from '../core/errors.ts';
import type { BatchResult } from '../generated/types.ts';

/** The lines of a batch's output as they arrive, however large it is. `signal` is what the download was given. */
export async function* readResults(
  response: Response,
  signal: AbortSignal | undefined,
): AsyncGenerator<BatchResult> {
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  try {
    for (;;) {
      const { value = '', done } = await reader.read().catch((error: unknown) => {
        signal?.throwIfAborted();
        throw new ConnectionError('The connection broke before the results were complete.', true, error);
      });
      const lines = (rest + value).split('\n');
      rest = done ? '' : lines.pop()!;
      for (const line of lines) if (line !== '') yield JSON.parse(line) as BatchResult;
      if (done) return;
    }
  } finally {
    // Whoever stops early does not download the rest. What broke off fails here once more.
    await reader.cancel().catch(() => undefined);
  }
}
