import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSecureContext, TLSSocket } from 'node:tls';
import { pino } from 'pino';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { testDatabases } from '../../test-kit/databases/databases.ts';
import { administratorUrl } from '../../test-kit/postgres/template.ts';
import { TEST_CERTIFICATE } from '../../test-kit/fakes/test-certificate.ts';
import { StoreUnavailable } from './index.ts';
import { findPooling } from './pooling.ts';
import { postgresAddress } from './postgres-address.ts';
import { PostgresSessions } from './postgres-sessions.ts';

const postgres = (await testDatabases()).find(({ kind }) => kind === 'postgres');
const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** What a server answers to a client's first message; `tls`: whether it goes on encrypted when it is asked to. */
type ServerReply = { readonly error: Readonly<Record<string, string>> } | 'hang' | 'close';

const SSL_REQUEST = 80_877_103;

/** A server that speaks as much of the protocol as it takes to refuse a connection. */
async function fakePostgres(result: ServerReply, tls: 'none' | 'offered' = 'none'): Promise<string> {
  const server = createServer((socket) => {
    sockets.push(socket);
    socket.on('error', () => undefined);
    socket.once('data', (message) => {
      if (message.readInt32BE(4) !== SSL_REQUEST) return reply(socket, result);
      if (tls === 'none') return socket.write('N');
      socket.write('S');
      const secured = new TLSSocket(socket, {
        isServer: true,
        secureContext: createSecureContext(TEST_CERTIFICATE),
      });
      secured.on('error', () => undefined);
      secured.once('data', () => reply(secured, result));
    });
  });
  const sockets: Socket[] = [];
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function reply(socket: Socket, result: ServerReply): void {
  if (result === 'close') return void socket.destroy();
  if (result === 'hang') return;
  const fields = Object.entries(result.error).map(([field, text]) => `${field}${text}\0`);
  const body = Buffer.from(`${fields.join('')}\0`);
  const head = Buffer.alloc(5);
  head.write('E');
  head.writeInt32BE(body.length + 4, 1);
  socket.end(Buffer.concat([head, body]));
}

const refused = (code: string, text: string): ServerReply => ({
  error: { S: 'FATAL', V: 'FATAL', C: code, M: text },
});

async function explain(url: string): Promise<string> {
  const log = pino({ level: 'silent' });
  const address = postgresAddress('DATABASE_URL', url);
  const sessions = new PostgresSessions({ address, isOwnSession: true, log, timeLimits: true });
  closing.push(() => sessions.close());
  const error: unknown = await sessions.acquire().catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(StoreUnavailable);
  const { message } = error as StoreUnavailable;
  expect(message).not.toContain('hunter2');
  // Who comes next, while the circuit is open, reads the same.
  await expect(sessions.acquire()).rejects.toMatchObject({ message });
  await expect(findPooling(address)).rejects.toThrow(/^PostgreSQL at /);
  return message;
}

describe('what is wrong with a connection', () => {
  it.each([
    [
      '28P01',
      'password authentication failed for user "svc"',
      'refuses the password of the user svc (28P01). Check user and password of DATABASE_URL',
    ],
    [
      '3D000',
      'database "shop" does not exist',
      'it has no database shop (3D000). Create it with: create database shop owner svc',
    ],
    [
      '28000',
      'no pg_hba.conf entry for host "10.0.0.1", user "svc", database "shop", no encryption',
      'without encryption (28000). Add sslmode=require to DATABASE_URL, and sslrootcert=',
    ],
    [
      '28000',
      'no pg_hba.conf entry for host "10.0.0.1", user "svc", database "shop", SSL encryption',
      'does not let the user svc connect to the database shop from this machine (28000)',
    ],
    [
      '28000',
      'connection is insecure (try using `sslmode=require`)',
      'without encryption (28000). Add sslmode=require',
    ],
    [
      '53300',
      'sorry, too many clients already',
      'it has no free connection (53300). Each process uses up to 12',
    ],
    ['57P03', 'the database system is starting up', 'it is starting or shutting down (57P03)'],
    [
      '08P01',
      'unsupported startup parameter: search_path',
      'refuses the connection (08P01: unsupported startup parameter: search_path)',
    ],
    ['08P01', 'SSL required', 'without encryption (08P01: SSL required). Add sslmode=require'],
    [
      '08P01',
      'password authentication failed',
      'refuses the password of the user svc (08P01: password authentication failed)',
    ],
    [
      '08P01',
      'no such database: shop',
      '(08P01: no such database: shop). Check that user, password and database of DATABASE_URL are known to it',
    ],
  ])('is told of %s "%s"', async (code, text, expected) => {
    const server = await fakePostgres(refused(code, text));
    const message = await explain(`postgres://svc:hunter2@${server}/shop`);
    expect(message).toContain(`PostgreSQL at ${server} cannot be used: `);
    expect(message).toContain(expected);
  });

  it.each(['require', 'prefer', 'verify-ca', 'verify-full'])(
    'is told of a private authority with sslmode=%s, and nothing is printed',
    async (mode) => {
      const warned = vi.spyOn(process, 'emitWarning');
      const server = await fakePostgres(refused('28P01', 'too late'), 'offered');
      const message = await explain(`postgres://svc:hunter2@${server}/shop?sslmode=${mode}`);
      expect(message).toContain(
        `PostgreSQL at ${server} cannot be used: its certificate is from an authority that this machine does not know (DEPTH_ZERO_SELF_SIGNED_CERT). Add sslrootcert=/path/to/ca.pem to DATABASE_URL`,
      );
      expect(message).toContain('or sslmode=no-verify');
      expect(warned).not.toHaveBeenCalled();
      warned.mockRestore();
    },
  );

  it('is told of a certificate for another name, and of a file of it that is missing', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'svc-tls-'));
    const file = join(folder, 'ca.pem');
    await writeFile(file, TEST_CERTIFICATE.cert);
    closing.push(() => rm(folder, { recursive: true }));
    const server = await fakePostgres(refused('28P01', 'too late'), 'offered');
    const url = `postgres://svc:hunter2@${server}/shop?sslmode=require&sslrootcert=${file}`;
    expect(await explain(url)).toContain(
      'its certificate is for another name (ERR_TLS_CERT_ALTNAME_INVALID)',
    );
    expect(await explain(`${url}.gone`)).toContain(
      `${file}.gone does not exist (ENOENT). Correct the path in DATABASE_URL`,
    );
    expect(await explain(`postgres://svc:hunter2@${server}/shop?sslmode=no-verify`)).toContain('(28P01)');
  });

  it('is told of a server without encryption', async () => {
    const server = await fakePostgres('close');
    expect(await explain(`postgres://svc:hunter2@${server}/shop?sslmode=require`)).toContain(
      'it does not offer encryption. Remove sslmode from DATABASE_URL',
    );
  });

  it('is told of a server that hangs, and of one that hangs up', async () => {
    const hangs = await fakePostgres('hang');
    const text = await explain(`postgres://svc:hunter2@${hangs}/shop?connect_timeout=0.2`);
    expect(text).toContain(
      'it does not answer in time. Check host and port of DATABASE_URL and the firewalls',
    );
    const closes = await fakePostgres('close');
    expect(await explain(`postgres://svc:hunter2@${closes}/shop`)).toContain('it ended the connection');
  }, 60_000);

  it('is told of an unknown host', async () => {
    expect(await explain('postgres://svc:hunter2@no-such-host.invalid/shop?connect_timeout=20')).toMatch(
      /^PostgreSQL at no-such-host\.invalid:5432 cannot be used: (no such host is known \(ENOTFOUND\)|the name server does not answer \(EAI_AGAIN\))\. Check /,
    );
  });

  it.runIf(postgres)('is told of a real server', async () => {
    const unknown = Object.assign(new URL(administratorUrl()), { pathname: '/no_such_database' });
    expect(await explain(unknown.href)).toContain('it has no database no_such_database (3D000)');
  });
});
