import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { INFERENCE_OPERATIONS } from '@svc/contract';
import { afterEach, describe, expect, it } from 'vitest';
import { KeepAlive } from '../keep-alive.ts';
import type { EventSink } from '../response-sink.ts';
import { HttpExchange } from './http-exchange.ts';
import { IncomingBody } from './incoming-body.ts';
import { WholeRequest } from './whole-request.ts';
import { WholeResponse } from './whole-response.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const keepAlive = new KeepAlive(60_000, ': keep-alive\n\n');
const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

interface OpenStream {
  readonly exchange: HttpExchange;
  readonly events: EventSink;
  readonly body: WeakRef<Buffer>;
}

/** A connection, and what the server has of each request that is sent on it, with the first event under way. */
async function connectTo(): Promise<{ client: Socket; ask: () => Promise<OpenStream> }> {
  const opened: OpenStream[] = [];
  const classes = { IncomingMessage: WholeRequest, ServerResponse: WholeResponse };
  const server = createServer(classes, (request, response) => {
    const exchange = new HttpExchange({
      requestId: 'req_1',
      operation: INFERENCE_OPERATIONS[0],
      receivedAtMs: 0,
      startedAt: 0,
      request,
      response,
      params: {},
      expectsContinue: false,
      address: '127.0.0.1',
    });
    const share = { hold: () => undefined, close: () => undefined };
    const reading = new IncomingBody(request).read(1000, () => share);
    void reading.then((body) => {
      const events = exchange.sink.events(keepAlive, () => ['x-own', 'header']);
      events.add('data: first\n\n', true);
      events.flush();
      opened.push({ exchange, events, body: new WeakRef(body!) });
    });
  }).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  const ask = async (): Promise<OpenStream> => {
    client.write('POST / HTTP/1.1\r\nHost: a\r\nX-Client-Request-Id: mine\r\nContent-Length: 4\r\n\r\nbody');
    const [head] = await once(client, 'data');
    expect(String(head)).toMatch(
      /^HTTP\/1\.1 200 OK\r\nx-request-id: req_1\r\n[^]*x-own: header[^]*data: first/,
    );
    return opened.pop()!;
  };
  return { client, ask };
}

describe('an open stream', () => {
  it('asks for a pause until it has drained, also where nothing more is to be written', async () => {
    const { client, ask } = await connectTo();
    const { events, exchange } = await ask();
    const { promise: drained, resolve: resume } = Promise.withResolvers<void>();
    exchange.paused = { resume };
    client.pause();
    events.add(`data: ${'a'.repeat(16_777_216)}\n\n`, true);
    expect([events.flush(), events.flush()]).toEqual([false, false]);
    client.resume();
    await drained;
    expect(events.flush()).toBe(true);
  });

  it('keeps neither the body nor the head of its request, nor its own head', async () => {
    const { ask } = await connectTo();
    const { exchange, body } = await ask();
    await nextTurn();
    collectGarbage();
    expect(body.deref()).toBeUndefined();
    expect([exchange.request.rawHeaders, exchange.request.headers]).toEqual([[], {}]);
    expect(Object.values(exchange.response)).not.toContainEqual(expect.stringContaining('req_1'));
    expect(exchange.clientRequestId).toBe('mine');
    expect([exchange.sink.begun, exchange.sink.status]).toEqual([true, 200]);
  });

  it('leaves nothing on a connection that carries the next one', async () => {
    const { client, ask } = await connectTo();
    const first = await ask();
    const { socket } = first.exchange.request;
    const listeners = socket.listenerCount('drain');
    first.events.end();
    await once(client, 'data');
    const second = await ask();
    expect(second.exchange.request.socket).toBe(socket);
    expect(socket.listenerCount('drain')).toBe(listeners);
    second.events.cancel();
    expect(socket.listenerCount('drain')).toBe(listeners - 1);
  });
});
