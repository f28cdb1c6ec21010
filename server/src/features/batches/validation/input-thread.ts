import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { freeBuffer } from '#kit';
import type { InputRead, InputRules } from './input-reading.ts';
import type { InputAnswer, InputMessage } from './input-worker.ts';

/**
 * How long an idle thread waits for the next batch. Loading its code takes a third of a second of a processor or more, and as long as
 * it waits it holds memory.
 */
const IDLE_MS = 60_000;

interface InputThread {
  readonly worker: Worker;
  /** Aborted when the thread ends. */
  readonly signal: AbortSignal;
}

let idle: { readonly thread: InputThread; readonly timer: NodeJS.Timeout } | undefined;

/**
 * Parses the input of a batch on a separate thread: lines may be as long as a request body, with up to 500 MB in total. The next chunk
 * is sent when the outcome of the last one was processed. Rejects if the thread ends, and as `content` and `take` do.
 * `take` gets the lines in groups (`toLineGroups`), which it must not use afterwards.
 */
export async function readInput(
  rules: InputRules,
  content: AsyncIterable<Uint8Array>,
  take: (group: Uint8Array) => Promise<void>,
): Promise<InputRead> {
  const thread = takeThread();
  const { worker, signal } = thread;
  const ask = async <Answer extends InputAnswer>(message: InputMessage): Promise<Answer> => {
    // Not a race against a promise of the end: that promise would refer to every answer, and so to all lines, until the end.
    const answered = once(worker, 'message', { signal }) as Promise<[Answer]>;
    worker.postMessage(message);
    const [answer] = await answered.catch((error: unknown) => {
      throw signal.aborted ? signal.reason : error;
    });
    for (const group of answer.groups) {
      await take(group);
      freeBuffer(group);
    }
    return answer;
  };
  try {
    worker.postMessage({ rules } satisfies InputMessage);
    for await (const piece of content) {
      const { isDecided } = await ask({ piece });
      if (isDecided) break;
    }
    return await ask<InputAnswer & InputRead>('end');
  } finally {
    await giveBack(thread);
  }
}

/** The idle one, or another. */
function takeThread(): InputThread {
  const { thread, timer } = idle ?? {};
  idle = undefined;
  clearTimeout(timer);
  if (!thread || thread.signal.aborted) return startThread();
  thread.worker.ref();
  return thread;
}

function startThread(): InputThread {
  const worker = new Worker(new URL('./input-worker.ts', import.meta.url));
  const ended = new AbortController();
  worker.once('error', (error) => ended.abort(error));
  worker.once('exit', () => ended.abort(new Error('the thread that parses the input of a batch ended')));
  return { worker, signal: ended.signal };
}

/** Keeps one for the next batch. */
async function giveBack(thread: InputThread): Promise<void> {
  const { worker, signal } = thread;
  if (signal.aborted) return;
  if (idle) return void (await worker.terminate());
  // An idle thread does not keep the process alive.
  worker.unref();
  const timer = setTimeout(() => {
    idle = undefined;
    void worker.terminate();
  }, IDLE_MS);
  idle = { thread, timer: timer.unref() };
}
