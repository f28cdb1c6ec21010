import { fork } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { on, once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { hasNetworkNamespace } from './network-namespace.ts';
import { MAIN, readerNode } from './reader-process.ts';

type Tried = Readonly<Record<'thread' | 'main', Readonly<Record<string, string>>>>;

const HOSTILE = fileURLToPath(new URL('../../../test-kit/try-to-escape.ts', import.meta.url));
const ISOLATED = 'not allowed while reading documents';
const DENIED = 'ERR_ACCESS_DENIED';

const directory = mkdtempSync(join(tmpdir(), 'svc-isolation-'));
const filePath = join(directory, 'written');
const socketPath = join(directory, 'socket');
const udp = createSocket('udp4');
/** What arrived outside the process. */
const arrived: string[] = [];
let tcp: Server;
let local: Server;
let tried: Tried;

function arrive(how: string, socket: Socket): void {
  arrived.push(how);
  socket.destroy();
}

beforeAll(async () => {
  tcp = createServer((socket) => arrive('tcp', socket)).listen(0, '127.0.0.1');
  local = createServer((socket) => arrive('socket', socket)).listen(socketPath);
  udp.on('message', () => arrived.push('udp')).bind(0, '127.0.0.1');
  await Promise.all([tcp, local, udp].map((server) => once(server, 'listening')));
  tried = await escape();
});
afterAll(() => {
  tcp.close();
  local.close();
  udp.close();
  rmSync(directory, { recursive: true });
});

/** Runs hostile code in a process started like every reading process. */
async function escape(): Promise<Tried> {
  const targets = {
    tcpPort: (tcp.address() as AddressInfo).port,
    udpPort: udp.address().port,
    socketPath,
    filePath,
  };
  const { execPath, execArgv } = await readerNode(512);
  const reader = fork(MAIN, ['4096', JSON.stringify(targets)], {
    execPath,
    execArgv: [...execArgv, '--import', HOSTILE],
    env: {},
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
  });
  try {
    for await (const [message] of on(reader, 'message') as AsyncIterable<[{ tried?: Tried }]>)
      if (message.tried) return message.tried;
    throw new Error('the process told nothing');
  } finally {
    reader.kill('SIGKILL');
  }
}

it('code in the reading thread cannot use sockets, threads, processes or files', () => {
  const {
    tcp: byTcp,
    tls,
    http,
    fetch: byFetch,
    udp: byUdp,
    socket,
    thread,
    process: child,
    file,
  } = tried.main;
  expect([byTcp, tls, http, byFetch, byUdp, socket, thread]).toEqual(Array(7).fill(ISOLATED));
  expect([child, file]).toEqual([DENIED, DENIED]);
  expect(arrived).not.toContain('socket');
});

it('code in a thread of its own cannot use processes or files', () => {
  expect(tried.thread).toMatchObject({ process: DENIED, file: DENIED });
  expect(existsSync(filePath)).toBe(false);
});

it('code in a thread of its own has no network where the system has network namespaces', async (context) => {
  if (!(await hasNetworkNamespace())) return context.skip('network namespaces not found');
  const { tcp: byTcp, tls, http, fetch: byFetch, udp: byUdp, dns } = tried.thread;
  expect([byTcp, tls, http, byFetch, byUdp]).toEqual(Array(5).fill('ENETUNREACH'));
  expect([dns, tried.main['dns']]).toEqual(['ECONNREFUSED', 'ECONNREFUSED']);
  expect(arrived).toEqual([]);
});
