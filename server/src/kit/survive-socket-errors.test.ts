import { once } from 'node:events';
import { createServer } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { connect, type AddressInfo, type Server, type Socket } from 'node:net';
import { connect as connectSecurely } from 'node:tls';
import { afterEach, describe, expect, it } from 'vitest';
import { TEST_CERTIFICATE } from '#test-kit';
import { surviveSocketErrors } from './survive-socket-errors.ts';

const UPGRADE = 'GET / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n';

describe('a connection that was handed over and is lost', () => {
  let server: Server;
  afterEach(() => void server.close());

  it.each([
    ['plain', () => createServer(), 'connection', (port: number) => connect(port, '127.0.0.1')],
    [
      'encrypted',
      () => createSecureServer(TEST_CERTIFICATE),
      'secureConnection',
      (port: number) => connectSecurely({ port, host: '127.0.0.1', rejectUnauthorized: false }),
    ],
  ] as const)('ends nothing else: %s', async (_kind, create, event, open) => {
    server = create();
    surviveSocketErrors(server, event);
    const upgraded = Promise.withResolvers<Socket>();
    server.on('upgrade', (_request: unknown, socket: Socket) => upgraded.resolve(socket));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const client = open((server.address() as AddressInfo).port);
    client.on('error', () => undefined).write(UPGRADE);
    const socket = await upgraded.promise;
    const closed = new Promise((resolve) => socket.once('close', resolve));
    socket.destroy(Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' }));
    await closed;
    client.destroy();
    expect(socket.errored).toMatchObject({ code: 'ECONNRESET' });
  });
});
