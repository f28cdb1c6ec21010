import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { StalledReaders } from './stalled-readers.ts';

const SWEEP_MS = 20;
/** More than the operating system takes for a client that does not read. */
const LARGE = Buffer.alloc(16_000_000);

describe('a client that does not read', () => {
  let readers: StalledReaders;
  let server: Server;
  let client: Socket;
  const sockets: Socket[] = [];
  beforeEach(() => {
    server = createServer();
  });
  afterEach(() => {
    client.destroy();
    for (const socket of sockets.splice(0)) socket.destroy();
    readers.close();
    server.close();
  });

  /** Sends the requests and reads nothing. The answer is called for each. */
  async function open(
    stalledMs: number,
    handle: (response: ServerResponse, request: IncomingMessage) => void,
    requests = 'GET / HTTP/1.1\r\nhost: x\r\n\r\n',
  ): Promise<Socket> {
    readers = new StalledReaders(stalledMs, SWEEP_MS);
    server.on('request', (request, response) => {
      readers.watch(request.socket);
      response.on('close', () => readers.forget(request.socket));
      handle(response, request);
    });
    server.on('connection', (socket: Socket) => sockets.push(socket));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    client = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => undefined);
    client.pause().write(requests);
    const [socket] = (await once(server, 'connection')) as [Socket];
    return socket;
  }

  it.each<[string, (response: ServerResponse) => void]>([
    ['a whole response', (response) => void response.end(LARGE)],
    ['a download in pieces', (response) => void response.write(LARGE)],
    [
      'a stream of events that goes on',
      (response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.write(LARGE);
        const more = setInterval(() => response.write('data: x\n\n'), SWEEP_MS);
        response.on('close', () => clearInterval(more));
      },
    ],
  ])('is closed with %s', async (_kind, handle) => {
    const closed = Promise.withResolvers<void>();
    const socket = await open(100, (response) => {
      response.on('close', closed.resolve);
      handle(response);
    });
    await closed.promise;
    expect(socket.destroyed).toBe(true);
  });

  it('is closed with responses that wait for one another', async () => {
    let closed = 0;
    const all = Promise.withResolvers<void>();
    await open(
      100,
      (response) => {
        response.on('close', () => ++closed === 2 && all.resolve());
        response.end(LARGE);
      },
      'GET / HTTP/1.1\r\nhost: x\r\n\r\n'.repeat(2),
    );
    await all.promise;
    expect(closed).toBe(2);
  });

  it('is left alone while a response has nothing to send', async () => {
    let response: ServerResponse | undefined;
    const socket = await open(1, (opened) => {
      opened.write('data: x\n\n');
      response = opened;
    });
    await sweeps(5);
    expect(response).toBeDefined();
    expect(socket.destroyed).toBe(false);
  });
});

describe('a connection with more to send', () => {
  /** What the operating system takes of it between two sweeps. */
  const fake = (bytesPerSweep: number) => {
    const closed = Promise.withResolvers<void>();
    let bytesWritten = 1_000_000;
    let seen = 0;
    const socket = {
      writableLength: 5_000_000,
      get _handle() {
        seen++;
        return { bytesWritten: (bytesWritten += bytesPerSweep), writeQueueSize: 1000 };
      },
      destroy: closed.resolve,
    };
    return { socket: socket as unknown as Socket, closed: closed.promise, sweeps: () => seen };
  };

  it('is closed if its client reads next to nothing, and left alone if it reads slowly', async () => {
    await using stack = new AsyncDisposableStack();
    const readers = stack.adopt(new StalledReaders(5 * SWEEP_MS, SWEEP_MS), (made) => made.close());
    const [trickle, slow] = [fake(100), fake(20_000)];
    let isSlowClosed = false;
    void slow.closed.then(() => (isSlowClosed = true));
    readers.watch(slow.socket);
    readers.watch(trickle.socket);
    await trickle.closed;
    expect(slow.sweeps()).toBeGreaterThan(1);
    expect(isSlowClosed).toBe(false);
  });
});

function sweeps(count: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, count * SWEEP_MS));
}
