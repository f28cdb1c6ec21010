import type { ServerResponse } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** How long a client may read nothing before its connection is closed. */
const STALLED_MS = 60_000;

/**
 * Writes the pieces and ends the response. Yields to other work between two pieces and waits for a slow
 * client, so later pieces are not even created. Pulls a piece only after the operating system has taken the
 * previous one, so all of them may share memory. Stops when the client has left.
 */
export async function writePieces(response: ServerResponse, pieces: Iterator<Buffer>): Promise<void> {
  response.setTimeout(STALLED_MS);
  for (let next = pieces.next(); !next.done; next = pieces.next()) {
    if (response.destroyed) return;
    await written(response, next.value);
    await nextTurn();
  }
  response.end();
}

/** Resolves even if the piece could not be written. */
function written(response: ServerResponse, piece: Buffer): Promise<void> {
  return new Promise((resolve) => {
    response.write(piece, () => resolve());
  });
}
