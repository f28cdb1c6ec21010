import type { ServerResponse } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** How long a client may read nothing before its connection is closed. */
const STALLED_MS = 60_000;

/**
 * Writes the chunks and ends the response. Yields to other work between two chunks and waits for a slow
 * client, so later chunks are not even created. Pulls a chunk only after the operating system has taken the
 * previous one, so all of them may share memory. Stops when the client has left.
 */
export async function writeChunks(response: ServerResponse, chunks: Iterator<Buffer>): Promise<void> {
  response.setTimeout(STALLED_MS);
  for (let next = chunks.next(); !next.done; next = chunks.next()) {
    if (response.destroyed) return;
    await written(response, next.value);
    await nextTurn();
  }
  response.end();
}

/** Resolves even if the chunk could not be written. */
function written(response: ServerResponse, chunk: Buffer): Promise<void> {
  return new Promise((resolve) => {
    response.write(chunk, () => resolve());
  });
}
