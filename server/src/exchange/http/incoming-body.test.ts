import { once } from 'node:events';
import { createServer, request, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { IncomingBody } from './incoming-body.ts';

const PIECE_BYTES = 50_000;
const SENT_BYTES = 60 * PIECE_BYTES;

it('FILE-03 a chunked body that comes faster than it is taken arrives whole, piece by piece', async () => {
  let mostHeldBytes = 0;
  const server = createServer((incoming, response) => {
    const stream = new IncomingBody(incoming).stream();
    void (async () => {
      let bytes = 0;
      for await (const piece of stream as AsyncIterable<Buffer>) {
        bytes += piece.length;
        mostHeldBytes = Math.max(mostHeldBytes, stream.readableLength);
        await delay(1);
      }
      response.end(String(bytes));
    })();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    const sender = request({ port: (server.address() as AddressInfo).port, method: 'POST' });
    const answered = once(sender, 'response') as Promise<[IncomingMessage]>;
    // Flushed heads have no length.
    sender.flushHeaders();
    for (let sent = 0; sent < SENT_BYTES; sent += PIECE_BYTES) sender.write(Buffer.alloc(PIECE_BYTES));
    sender.end();
    const [answer] = await answered;
    expect(await text(answer)).toBe(String(SENT_BYTES));
    expect(mostHeldBytes).toBeLessThan(SENT_BYTES / 4);
  } finally {
    server.close();
  }
});
