import type { ServerResponse } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** How long a client may read nothing before its connection is cut. */
const STALLED_MS = 60_000;

/**
 * Writes the pieces and ends the response, letting others have their turn between two pieces and waiting for a client that
 * reads slowly: then the rest is not even made. A piece is asked for only when the one before is with the operating system,
 * so all of them may share their memory. Stops when the client has gone.
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

/** Resolves also when it could not be written. */
function written(response: ServerResponse, piece: Buffer): Promise<void> {
  return new Promise((resolve) => {
    response.write(piece, () => resolve());
  });
}
