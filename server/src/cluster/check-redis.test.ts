import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer as createTlsServer } from 'node:tls';
import { pino } from 'pino';
import { afterEach, describe, expect, it } from 'vitest';
import { startOwnRedis, TEST_CERTIFICATE, testRedisUrl } from '#test-kit';
import { checkRedis } from './check-redis.ts';
import { RedisConnection } from './redis-connection.ts';

const hasRedis = (await testRedisUrl()) !== undefined;
const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** A server that answers every message with a line, or hangs up. Answers its address. */
async function fakeRedis(line: string | undefined, tls = false): Promise<string> {
  const sockets: Socket[] = [];
  const respond = (socket: Socket): void => {
    sockets.push(socket);
    socket.on('error', () => undefined);
    socket.on('data', () => (line === undefined ? socket.destroy() : socket.write(`${line}\r\n`)));
  };
  const server = tls ? createTlsServer(TEST_CERTIFICATE, respond) : createServer(respond);
  server.on('tlsClientError', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function explain(url: string): Promise<string> {
  const error: unknown = await checkRedis(url).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ name: 'RedisRefused' });
  const { message } = error as Error;
  expect(message).not.toContain('hunter2');
  return message;
}

describe('what is wrong with Redis', () => {
  it.each([
    ['-NOAUTH Authentication required.', 'it wants a password (NOAUTH). Add it to REDIS_URL'],
    [
      '-WRONGPASS invalid username-password pair or user is disabled.',
      'it refuses user and password (WRONGPASS)',
    ],
    [
      '-NOPERM this user has no permissions',
      'the user may not run a command that the service needs (NOPERM)',
    ],
    [
      '-MOVED 1234 10.0.0.1:6379',
      'it is in cluster mode, where the counts of one request lie on several servers (MOVED)',
    ],
    ['-LOADING Redis is loading the dataset in memory', 'it is starting (LOADING)'],
    [
      undefined,
      'it ended the connection. If it accepts encrypted connections only, write rediss:// in REDIS_URL',
    ],
  ])('is told of %s', async (line, expected) => {
    const server = await fakeRedis(line);
    expect(await explain(`redis://svc:hunter2@${server}`)).toContain(
      `Redis at ${server} cannot be used: ${expected}`,
    );
  });

  it('is told of a certificate from a private authority, and of a server without one', async () => {
    const secured = await fakeRedis('+OK', true);
    expect(await explain(`rediss://:hunter2@${secured}`)).toContain(
      'from an authority that this machine does not know (DEPTH_ZERO_SELF_SIGNED_CERT). Set NODE_EXTRA_CA_CERTS=',
    );
    const plain = await fakeRedis('-ERR unknown command');
    expect(await explain(`rediss://:hunter2@${plain}`)).toContain('it does not offer encryption');
  });

  it('is told of a host that is not known, and of a port that nothing listens on', async () => {
    expect(await explain('redis://:hunter2@no-such-host.invalid')).toMatch(
      /\((ENOTFOUND|EAI_AGAIN)\)\. Check /,
    );
    expect(await explain('redis://:hunter2@127.0.0.1:1')).toContain(
      'Redis at 127.0.0.1:1 cannot be used: nothing accepts connections there (ECONNREFUSED)',
    );
  });

  it('is logged by a node once', async () => {
    const lines: string[] = [];
    const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) });
    const server = await fakeRedis('-NOAUTH Authentication required.');
    const probe = () => Promise.reject(new Error('away'));
    const connection = new RedisConnection(`redis://${server}`, { log, onEnd: () => undefined, probe });
    closing.push(() => connection.close());
    await expect.poll(() => lines.length).toBe(1);
    expect(JSON.parse(lines[0]!)).toMatchObject({
      explanation: expect.stringContaining(
        `Redis at ${server} cannot be used: it wants a password`,
      ) as string,
    });
  });

  it.runIf(hasRedis).each([
    [['--requirepass', 'secret'], 'it wants a password (NOAUTH)'],
    [['--maxmemory', '1'], 'its memory is full (OOM)'],
    [['--replicaof', '127.0.0.1 1'], '(READONLY)'],
    [['--cluster-enabled', 'yes'], 'it is in cluster mode'],
  ])('is told of a real server with %j', async (options, expected) => {
    const folder = await mkdtemp(join(tmpdir(), 'svc-redis-'));
    closing.push(() => rm(folder, { recursive: true, force: true }));
    const redis = await startOwnRedis('--dir', folder, ...options);
    closing.unshift(() => redis.kill());
    expect(await explain(redis.url)).toContain(expected);
  });

  it.runIf(hasRedis)('is nothing with a server as it should be', async () => {
    const redis = await startOwnRedis();
    closing.push(() => redis.kill());
    await expect(checkRedis(redis.url)).resolves.toBeUndefined();
  });
});
