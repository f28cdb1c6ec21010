import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { InputRead, InputRules, SealedLine } from './input-reading.ts';
import type { InputAnswer, InputMessage } from './input-worker.ts';

/**
 * Parses the input of a batch on a separate thread: lines may be as long as a request body, with up to 500 MB in total. The next chunk
 * is sent when the outcome of the last one was processed. Rejects if the thread ends, and as `content` and `take` do.
 */
export async function readInput(
  rules: InputRules,
  content: AsyncIterable<Uint8Array>,
  take: (lines: readonly SealedLine[]) => Promise<void>,
): Promise<InputRead> {
  const worker = new Worker(new URL('./input-worker.ts', import.meta.url), { workerData: rules });
  const ended = once(worker, 'exit').then(() => {
    throw new Error('the thread that parses the input of a batch ended');
  });
  ended.catch(() => undefined);
  const ask = async <Answer extends InputAnswer>(message: InputMessage): Promise<Answer> => {
    const answered = once(worker, 'message') as Promise<[Answer]>;
    worker.postMessage(message);
    const [answer] = await Promise.race([answered, ended]);
    if (answer.lines.length > 0) await take(answer.lines);
    return answer;
  };
  try {
    for await (const piece of content) {
      const { isDecided } = await ask({ piece });
      if (isDecided) break;
    }
    return await ask<InputAnswer & InputRead>('end');
  } finally {
    await worker.terminate();
  }
}
