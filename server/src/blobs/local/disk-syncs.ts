/**
 * Each sync occupies one of the four threads of libuv's pool for as long as the disk takes. Name lookups for engines and the syncs of
 * the usage journal need one, too: they must not wait behind twenty uploads.
 */
const CONCURRENCY = 2;

let running = 0;
const waiting: (() => void)[] = [];

/** Runs the sync of a file when few others run, in the order of calls. Rejects with its error. */
export async function inTurn(sync: () => Promise<void>): Promise<void> {
  if (running === CONCURRENCY) await new Promise<void>((resolve) => waiting.push(resolve));
  else running++;
  try {
    await sync();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running--;
  }
}
