import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Connections } from './connections.ts';

const SENDERS = 6;
const CHUNK = '1\r\nx\r\n';

describe('connections of a listener', () => {
  let connections: Connections;
  let server: Server;
  const opened: Socket[] = [];
  beforeEach(async () => {
    connections = new Connections({ watch: () => undefined, forget: () => undefined });
    server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterEach(() => {
    for (const socket of opened.splice(0)) socket.destroy();
    server.close();
  });

  async function open(): Promise<Socket> {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    opened.push(socket);
    await once(socket, 'connect');
    return socket;
  }

  it('are watched for readers that stall while they have one response to write, and forgotten when all are over', async () => {
    const noted: string[] = [];
    connections = new Connections({
      watch: () => void noted.push('watch'),
      forget: () => void noted.push('forget'),
    });
    const responses: ServerResponse[] = [];
    server.on('request', (_, response) => {
      connections.add(response);
      responses.push(response);
    });
    const socket = await open();
    socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n'.repeat(2));
    while (responses.length < 2) await once(server, 'request');
    expect(noted).toEqual(['watch']);
    for (const [index, response] of responses.entries()) {
      response.end();
      await once(response, 'close');
      expect(connections.isBusy(response.req.socket)).toBe(index === 0);
      expect(noted).toEqual(index === 0 ? ['watch'] : ['watch', 'forget']);
    }
  });

  it('that receive bodies are read one per turn when each has used its share, and all of them eventually', async () => {
    const turns: number[] = [];
    let arrived = 0;
    let all = Promise.withResolvers<void>();
    server.on('request', (request: IncomingMessage) => {
      connections.receive(request);
      request.on('data', () => {
        turns.push(turn);
        connections.yieldToOthers();
        if (++arrived % SENDERS === 0) all.resolve();
      });
    });
    const sockets = await Promise.all(Array.from({ length: SENDERS }, open));
    let turn = 0;
    let counting = true;
    const countTicks = (): void => {
      turn++;
      if (counting) setImmediate(countTicks);
    };
    countTicks();
    // Accepting takes turns too, so the second chunk on open connections is measured.
    for (const socket of sockets)
      socket.write(`POST / HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n${CHUNK}`);
    await all.promise;
    all = Promise.withResolvers<void>();
    turns.length = 0;
    for (const socket of sockets) socket.write(CHUNK);
    await all.promise;
    counting = false;
    expect(turns).toHaveLength(SENDERS);
    expect(new Set(turns).size).toBe(SENDERS);
  });

  it('are not paused for others while they are silent, wait for a response or have sent their body', async () => {
    const accepted: Socket[] = [];
    const requests: IncomingMessage[] = [];
    server.on('connection', (socket: Socket) => accepted.push(socket));
    server.on('request', (request: IncomingMessage) => {
      if (request.headers['transfer-encoding'] !== undefined) connections.receive(request);
      requests.push(request.resume());
    });
    const [, waiting, received, receiving] = [await open(), await open(), await open(), await open()];
    waiting.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n');
    const chunked = 'POST / HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n';
    while (requests.length < 1) await once(server, 'request');
    received.write(`${chunked}0\r\n\r\n`);
    while (requests.length < 2) await once(server, 'request');
    if (!requests[1]!.readableEnded) await once(requests[1]!, 'end');
    receiving.write(chunked);
    while (requests.length < 3) await once(server, 'request');
    connections.yieldToOthers();
    expect(accepted.map((socket) => socket.isPaused())).toEqual([false, false, false, true]);
    await new Promise((resolve) => setImmediate(resolve));
    expect(accepted[3]!.isPaused()).toBe(false);
  });
});
