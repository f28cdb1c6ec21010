import { once } from 'node:events';
import { createServer, request, type IncomingMessage } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { IncomingBody } from './incoming-body.ts';

const CHUNK_BYTES = 50_000;
const SENT_BYTES = 60 * CHUNK_BYTES;
/** What Node reads from a socket at a time. */
const NODE_READS_BYTES = 65_536;

it.each(['chunked', 'of a declared length'])(
  'FILE-03 a body that is %s and arrives faster than it is consumed is complete, piece by piece',
  async (kind) => {
    let mostHeldBytes = 0;
    const server = createServer((incoming, response) => {
      const stream = new IncomingBody(incoming).stream();
      void (async () => {
        let bytes = 0;
        for await (const chunk of stream as AsyncIterable<Buffer>) {
          bytes += chunk.length;
          mostHeldBytes = Math.max(mostHeldBytes, stream.readableLength);
          await delay(1);
        }
        response.end(String(bytes));
      })();
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    try {
      const headers = kind === 'chunked' ? {} : { 'content-length': String(SENT_BYTES) };
      const sender = request({ port: (server.address() as AddressInfo).port, method: 'POST', headers });
      const responded = once(sender, 'response') as Promise<[IncomingMessage]>;
      // A flushed head has no content length.
      sender.flushHeaders();
      for (let sent = 0; sent < SENT_BYTES; sent += CHUNK_BYTES) sender.write(Buffer.alloc(CHUNK_BYTES));
      sender.end();
      const [reply] = await responded;
      expect(await text(reply)).toBe(String(SENT_BYTES));
      expect(mostHeldBytes).toBeLessThan(SENT_BYTES / 4);
    } finally {
      server.close();
    }
  },
);

it('takes a share of a large body per turn of the event loop, and then yields to others', async () => {
  const bytes = 16_000_000;
  let turnBytes = 0;
  let mostBytes = 0;
  const server = createServer((incoming, response) => {
    const body = new IncomingBody(incoming);
    incoming.on('data', (chunk: Buffer) => {
      // A copied chunk is freed, so a length of 0 means that the chunk was consumed.
      if (turnBytes === 0) setImmediate(() => (turnBytes = 0));
      turnBytes += chunk.length || NODE_READS_BYTES;
      mostBytes = Math.max(mostBytes, turnBytes);
    });
    const share = { hold: () => undefined, close: () => undefined };
    void body.read(bytes, () => share).then((whole) => response.end(String(whole?.equals(sent))));
  }).listen(0, '127.0.0.1');
  const sent = Buffer.alloc(bytes, 'some text');
  await once(server, 'listening');
  try {
    const { port } = server.address() as AddressInfo;
    const reply = await fetch(`http://127.0.0.1:${port}`, { method: 'POST', body: sent });
    expect(await reply.text()).toBe('true');
    expect(mostBytes).toBeLessThan(6 * NODE_READS_BYTES);
  } finally {
    server.close();
  }
});

it('reads a few of many large bodies per turn of the event loop, however fast they are taken', async () => {
  const bodies = 32;
  const bytes = 2_000_000;
  let turnBytes = 0;
  let mostBytes = 0;
  const server = createServer((incoming, response) => {
    let taken = 0;
    new IncomingBody(incoming)
      .stream()
      .on('data', (chunk: Buffer) => {
        taken += chunk.length;
        // The first chunks come with the heads.
        if (taken < 4 * NODE_READS_BYTES) return;
        if (turnBytes === 0) setImmediate(() => (turnBytes = 0));
        turnBytes += chunk.length;
        mostBytes = Math.max(mostBytes, turnBytes);
      })
      .on('end', () => response.end(String(taken)));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    const { port } = server.address() as AddressInfo;
    const send = () => fetch(`http://127.0.0.1:${port}`, { method: 'POST', body: Buffer.alloc(bytes) });
    const responses = await Promise.all(Array.from({ length: bodies }, async () => (await send()).text()));
    expect(responses).toEqual(Array.from({ length: bodies }, () => String(bytes)));
    expect(mostBytes).toBeLessThan(10 * NODE_READS_BYTES);
  } finally {
    server.close();
  }
});

it('FILE-03 a stream of a body that ends before its declared length fails as the client’s fault', async () => {
  const failed = Promise.withResolvers<unknown>();
  const server = createServer((incoming) => {
    // Without a listener for it the error of the request would end the process.
    incoming.on('error', () => undefined);
    const stream = new IncomingBody(incoming).stream();
    stream
      .on('error', failed.resolve)
      .on('end', () => failed.resolve('complete'))
      .resume();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
    client.write('POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 10\r\n\r\nhalf', () => client.destroySoon());
    expect(await failed.promise).toMatchObject({
      code: 'invalid_request',
      message: 'The body ended too early.',
    });
  } finally {
    server.close();
  }
});
