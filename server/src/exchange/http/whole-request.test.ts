import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, expect, it } from 'vitest';
import { WholeRequest, type BodyTaker } from './whole-request.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

/** A connection to a server that passes each request to `receive`, and answers it when that says so. */
async function connectTo(receive: (request: WholeRequest, reply: () => void) => void): Promise<Socket> {
  const server = createServer({ IncomingMessage: WholeRequest }, (request, response) =>
    receive(request, () => response.end('done')),
  ).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  return connect((server.address() as AddressInfo).port, '127.0.0.1');
}

const head = (length: number): string =>
  `POST / HTTP/1.1\r\nHost: svc.test\r\nContent-Length: ${length}\r\n\r\n`;

it('gives its pieces and its end to the taker, and nothing to the stream', async () => {
  const said: string[] = [];
  const socket = await connectTo((request, reply) => {
    request.on('close', () => said.push('close'));
    const taker: BodyTaker = {
      take: (chunk) => void said.push(chunk.toString()),
      end: () => {
        said.push(`end ${request.complete} ${request.readableLength}`);
        reply();
      },
    };
    expect(request.passTo(taker)).toBe(true);
  });
  socket.write(`${head(6)}abc`);
  socket.write('def');
  expect(String((await once(socket, 'data'))[0])).toContain('done');
  expect(said.filter((line) => line.length === 3 || line.length === 6).join('')).toBe('abcdef');
  expect(said.slice(-2)).toEqual(['end true 0', 'close']);
  // The connection serves the next request.
  said.length = 0;
  socket.write(`${head(3)}ghi`);
  await once(socket, 'data');
  expect(said).toEqual(['ghi', 'end true 0', 'close']);
});

it('ends once, incomplete, when the connection is lost', async () => {
  const ended = Promise.withResolvers<string>();
  let ends = 0;
  const socket = await connectTo((request) => {
    const end = (): void => {
      ends++;
      ended.resolve(`${request.complete} ${request.destroyed}`);
    };
    request.passTo({ take: () => socket.destroy(), end });
  });
  socket.write(`${head(6)}abc`);
  expect(await ended.promise).toBe('false true');
  expect(ends).toBe(1);
});

it('remains a stream for somebody who reads it, or when part of the body is already there', async () => {
  const results: boolean[] = [];
  const taker: BodyTaker = { take: () => undefined, end: () => undefined };
  const socket = await connectTo((request, reply) => {
    const readLate = async (): Promise<void> => {
      await nextTurn();
      results.push(request.passTo(taker));
      let text = '';
      for await (const chunk of request) text += String(chunk);
      expect(text).toBe('abc');
      results.push(request.passTo(taker));
      reply();
    };
    void readLate();
  });
  socket.write(`${head(3)}abc`);
  await once(socket, 'data');
  expect(results).toEqual([false, false]);
});
