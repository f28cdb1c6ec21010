import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { ControlStream } from './protocol.ts';

/** As soon as a stream has a few kilobytes it asks to wait. Many small chunks would be a turn of the event loop each. */
const MAX_UNSENT_BYTES = 1_048_576;

/**
 * Sends the chunks as fast as they are read. When one cannot be made, the connection is closed before the answer is over, which the
 * client sees; whoever makes them logs why.
 */
export async function sendStream(response: ServerResponse, { chunks }: ControlStream): Promise<void> {
  const disconnected = new AbortController();
  response.on('close', () => disconnected.abort());
  response.writeHead(200, { 'content-type': 'application/octet-stream' });
  try {
    for await (const chunk of chunks) {
      if (disconnected.signal.aborted) return;
      response.write(chunk);
      if (response.writableLength > MAX_UNSENT_BYTES)
        await once(response, 'drain', { signal: disconnected.signal });
    }
    response.end();
  } catch {
    response.destroy();
  }
}
