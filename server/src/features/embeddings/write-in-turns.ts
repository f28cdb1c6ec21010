import type { ServerResponse } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** How long a client may read nothing before its connection is cut. */
const STALLED_MS = 60_000;

/**
 * Writes the pieces and ends the response, letting others have their turn between two pieces and waiting for a client that
 * reads slowly: then the rest is not even made. Stops when the client has gone.
 */
export async function writeInTurns(response: ServerResponse, pieces: Iterator<Buffer>): Promise<void> {
  response.setTimeout(STALLED_MS);
  for (let next = pieces.next(); !next.done; next = pieces.next()) {
    if (response.destroyed) return;
    if (response.write(next.value)) await nextTurn();
    else await drained(response);
  }
  response.end();
}

function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const go = (): void => {
      response.off('drain', go).off('close', go);
      resolve();
    };
    response.on('drain', go).on('close', go);
  });
}
