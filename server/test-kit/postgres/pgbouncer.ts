import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../free-port.ts';

export type PoolMode = 'session' | 'transaction' | 'statement';

/** A real PgBouncer in front of the tests' PostgreSQL. */
export interface PgBouncer {
  readonly port: number;
  /** The address of a database through it. */
  urlOf(databaseUrl: string): string;
  stop(): Promise<void>;
}

const PROGRAM = '/usr/sbin/pgbouncer';
const START_LIMIT_MS = 30_000;

/** Absent: no test of poolers can run. */
export function isPgBouncerThere(): boolean {
  return existsSync(PROGRAM);
}

/**
 * With the settings of Debian's package but for the mode, the port and who may connect. Listens on loopback.
 */
export async function startPgBouncer(
  databaseUrl: string,
  mode: PoolMode,
  settings: Readonly<Record<string, string>> = {},
): Promise<PgBouncer> {
  const server = new URL(databaseUrl);
  const folder = await mkdtemp(join(tmpdir(), 'svc-pgbouncer-'));
  const port = await freePort();
  const all = {
    listen_addr: '127.0.0.1',
    listen_port: String(port),
    unix_socket_dir: '',
    auth_type: 'any',
    pool_mode: mode,
    ...settings,
  };
  const target = [
    `host=${server.hostname}`,
    `port=${server.port || '5432'}`,
    `user=${decodeURIComponent(server.username)}`,
    ...(server.password ? [`password=${decodeURIComponent(server.password)}`] : []),
  ];
  const lines = Object.entries(all).map(([name, value]) => `${name} = ${value}`);
  const file = join(folder, 'pgbouncer.ini');
  await writeFile(file, `[databases]\n* = ${target.join(' ')}\n[pgbouncer]\n${lines.join('\n')}\n`);
  await letOthersRead(folder, file);
  const child = spawn(PROGRAM, [...withoutRoot(), file], { stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const ended = once(child, 'exit');
  const stop = async (): Promise<void> => {
    child.kill('SIGKILL');
    await ended;
    await rm(folder, { recursive: true, force: true });
  };
  const deadlineMs = performance.now() + START_LIMIT_MS;
  while (!(await accepts(port))) {
    if (child.exitCode !== null || performance.now() > deadlineMs) {
      await stop();
      throw new Error(`PgBouncer did not start: ${said}`);
    }
    await delay(20);
  }
  return {
    port,
    urlOf: (url) => Object.assign(new URL(url), { hostname: '127.0.0.1', port: String(port) }).href,
    stop,
  };
}

/** It refuses to run as root. */
function withoutRoot(): readonly string[] {
  return process.getuid?.() === 0 ? ['--user', 'nobody'] : [];
}

async function letOthersRead(folder: string, file: string): Promise<void> {
  await chmod(folder, 0o755);
  await chmod(file, 0o644);
  // The temporary folder of a test run is its own user's.
  if (process.getuid?.() === 0) execFileSync('chmod', ['a+x', tmpdir()]);
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection({ host: '127.0.0.1', port });
    const settle = (isThere: boolean): void => {
      socket.destroy();
      resolve(isThere);
    };
    socket.once('connect', () => settle(true));
    socket.once('error', () => settle(false));
  });
}
