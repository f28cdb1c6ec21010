import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { Connections } from './connections.ts';

const SENDERS = 6;

describe('connections of a listener', () => {
  const server = createServer();
  afterEach(() => void server.close());

  it('are read one per turn when each has used its share, and all of them eventually', async () => {
    const connections = new Connections(server);
    const turns: number[] = [];
    let turn = 0;
    let counting = true;
    server.on('request', (_request, response) => {
      turns.push(turn);
      connections.endTurn();
      response.writeHead(204).end();
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const sockets = Array.from({ length: SENDERS }, () => connect(port, '127.0.0.1'));
    await Promise.all(sockets.map((socket) => once(socket, 'connect')));
    const countTurns = (): void => {
      turn++;
      if (counting) setImmediate(countTurns);
    };
    countTurns();
    // Accepting takes turns too, so the second request on open connections is measured.
    await sendOnEach(sockets);
    turns.length = 0;
    await sendOnEach(sockets);
    counting = false;
    for (const socket of sockets) socket.destroy();
    expect(turns).toHaveLength(SENDERS);
    expect(new Set(turns).size).toBe(SENDERS);
  });
});

/** Sends a request on every connection at once and waits for the responses. */
async function sendOnEach(sockets: readonly Socket[]): Promise<void> {
  for (const socket of sockets) socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n');
  await Promise.all(sockets.map((socket) => once(socket, 'data')));
}
