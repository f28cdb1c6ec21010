import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { stopParsing } from './stop-parsing.ts';

const CHUNKS = 5000;

describe('a connection whose parsing was stopped', () => {
  const server = createServer();
  afterEach(() => void server.close());

  it('delivers no more of its body, and later connections deliver theirs', async () => {
    const chunks: number[] = [];
    let skipped: boolean | undefined;
    server.on('request', (request: IncomingMessage, response) => {
      const index = chunks.push(0) - 1;
      request.on('data', () => {
        chunks[index]!++;
        if (index > 0 || chunks[index]! !== 10) return;
        skipped = stopParsing(request.socket);
        setImmediate(() => response.writeHead(400, { connection: 'close' }).end());
      });
      request.on('end', () => index > 0 && response.writeHead(200, { connection: 'close' }).end());
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    for (let i = 0; i < 3; i++) await send(port);
    expect(skipped).toBe(true);
    expect(chunks).toEqual([10, CHUNKS, CHUNKS]);
  });
});

async function send(port: number): Promise<void> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined).resume();
  socket.write(
    `POST / HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n${'1\r\na\r\n'.repeat(CHUNKS)}0\r\n\r\n`,
  );
  await once(socket, 'close');
}
