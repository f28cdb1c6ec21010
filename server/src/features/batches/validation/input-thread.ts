import { freeBuffer } from '#kit';
import { WorkerHost } from '#threads';
import type { InputRead, InputRules } from './input-reading.ts';
import type { InputResult, InputMessage } from './input-worker.ts';

/**
 * How long an idle thread waits for the next batch. Loading its code takes a third of a second of a processor or more, and as long as
 * it waits it holds memory.
 */
const IDLE_MS = 60_000;

type InputHost = WorkerHost<InputMessage, InputResult>;

let idle: { readonly host: InputHost; readonly timer: NodeJS.Timeout } | undefined;

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
  const host = claimHost();
  /** Sent with the first chunk. */
  let unsentRules: InputRules | undefined = rules;
  const ask = async <Result extends InputResult>(chunk: Uint8Array | 'end'): Promise<Result> => {
    const call = host.call({ rules: unsentRules, chunk });
    unsentRules = undefined;
    const result = (await call) as Result;
    for (const group of result.groups) {
      await take(group);
      freeBuffer(group);
    }
    return result;
  };
  try {
    for await (const chunk of content) {
      const { isDecided } = await ask(chunk);
      if (isDecided) break;
    }
    return await ask<InputResult & InputRead>('end');
  } finally {
    await releaseHost(host);
  }
}

/** The idle one, or another. */
function claimHost(): InputHost {
  if (!idle)
    return new WorkerHost({
      module: new URL('./input-worker.ts', import.meta.url),
      purpose: 'parses the input of a batch',
      keepsAlive: true,
    });
  const { host, timer } = idle;
  idle = undefined;
  clearTimeout(timer);
  return host;
}

/** Keeps one for the next batch. */
async function releaseHost(host: InputHost): Promise<void> {
  if (idle) return await host.stop();
  const timer = setTimeout(() => {
    idle = undefined;
    void host.stop();
  }, IDLE_MS);
  idle = { host, timer: timer.unref() };
}
