import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { ControlStream } from './protocol.ts';

/** As soon as a stream has a few kilobytes it asks to wait. Many small pieces would be a turn of the event loop each. */
const MAX_UNSENT_BYTES = 1_048_576;

/**
 * Sends the pieces as fast as they are read. When one cannot be made, the connection is closed before the answer is over, which the
 * client sees; whoever makes them logs why.
 */
export async function sendStream(response: ServerResponse, { pieces }: ControlStream): Promise<void> {
  const gone = new AbortController();
  response.on('close', () => gone.abort());
  response.writeHead(200, { 'content-type': 'application/octet-stream' });
  try {
    for await (const piece of pieces) {
      if (gone.signal.aborted) return;
      response.write(piece);
      if (response.writableLength > MAX_UNSENT_BYTES) await once(response, 'drain', { signal: gone.signal });
    }
    response.end();
  } catch {
    response.destroy();
  }
}
