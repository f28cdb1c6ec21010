import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { expect, it } from 'vitest';
import { freePort } from '#test-kit';
import { openDoors } from './open-doors.ts';

it('waits, once closed, for answers begun through any of the doors', async () => {
  const held: ServerResponse[] = [];
  const server = createServer((_request, response) => {
    response.write('begun ');
    held.push(response);
  });
  const doors = await openDoors(server, { port: await freePort(), host: '127.0.0.1' });
  // The kernel spreads connections by their source port: of 64, some come through a side door.
  // The kernel spreads connections by their source port: of 64, some come through each kind of door.
  const answers = await Promise.all(
    Array.from({ length: 64 }, () => fetch(`http://127.0.0.1:${doors.port}/`, { headers: { connection: 'close' } })),
  );
  let closed = false;
  const closing = doors.close().then(() => (closed = true));
  // Node's server counts the connections that came through its own door: those end first.
  const own = held.filter((response) => (response.socket as Socket & { _server?: unknown })._server === server);
  expect(own.length).toBeGreaterThan(0);
  expect(own.length).toBeLessThan(64);
  await Promise.all(own.map((response) => once(response.end('ended'), 'close')));
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(closed).toBe(false);
  for (const response of held) if (!response.writableEnded) response.end('ended');
  for (const answer of answers) expect(await answer.text()).toBe('begun ended');
  await closing;
});

it('refuses a port that another service shares among its own doors', async () => {
  const first = createServer();
  const doors = await openDoors(first, { port: await freePort(), host: '127.0.0.1' });
  await expect(openDoors(createServer(), { port: doors.port, host: '127.0.0.1' })).rejects.toMatchObject({ code: 'EADDRINUSE' });
  await doors.close();
});
