import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { expect, it } from 'vitest';
import { freePort } from '#test-kit';
import { listen } from './listen.ts';

it('closing waits for responses in progress on any of the sockets', async () => {
  const held: ServerResponse[] = [];
  const server = createServer((_request, response) => {
    response.write('begun ');
    held.push(response);
  });
  const sockets = await listen(server, { port: await freePort(), host: '127.0.0.1' });
  // The kernel distributes connections by source port: of 1,024, some arrive at each kind of socket.
  const responses = await Promise.all(
    Array.from({ length: 1024 }, () =>
      fetch(`http://127.0.0.1:${sockets.port}/`, { headers: { connection: 'close' } }),
    ),
  );
  let closed = false;
  const closing = sockets.close().then(() => (closed = true));
  // Node's server counts the connections accepted by its own socket: those end first.
  const own = held.filter(
    (response) => (response.socket as Socket & { _server?: unknown })._server === server,
  );
  expect(own.length).toBeGreaterThan(0);
  expect(own.length).toBeLessThan(1024);
  await Promise.all(own.map((response) => once(response.end('ended'), 'close')));
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(closed).toBe(false);
  for (const response of held) if (!response.writableEnded) response.end('ended');
  for (const handle of responses) expect(await handle.text()).toBe('begun ended');
  await closing;
});

it('refuses a port that another service shares among its own sockets', async () => {
  const first = createServer();
  const sockets = await listen(first, { port: await freePort(), host: '127.0.0.1' });
  await expect(listen(createServer(), { port: sockets.port, host: '127.0.0.1' })).rejects.toMatchObject({
    code: 'EADDRINUSE',
  });
  await sockets.close();
});
