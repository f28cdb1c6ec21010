import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { freePort } from './free-port.ts';

const DEFAULT_URL = 'redis://127.0.0.1:6379';

/**
 * A Redis from TEST_REDIS_URL, else on 127.0.0.1; undefined when there is none. Then one line says so, and with
 * REQUIRE_SERVICES=1 it throws.
 */
export async function testRedisUrl(): Promise<string | undefined> {
  const url = process.env['TEST_REDIS_URL'] ?? DEFAULT_URL;
  const { hostname, port } = new URL(url);
  if (await accepts(Number(port || 6379), hostname)) return url;
  if (process.env['REQUIRE_SERVICES'] === '1') throw new Error('Redis not found, and REQUIRE_SERVICES=1');
  console.log('skipped: Redis not found');
  return undefined;
}

/** A Redis server of the test's own, to be killed, frozen and started again on the same port. */
export interface OwnRedis {
  readonly url: string;
  kill(): Promise<void>;
  /** Resolves when it takes connections; it may still be loading what `--dir` has. */
  restart(...options: readonly string[]): Promise<void>;
  freeze(): void;
  thaw(): void;
}

export async function startOwnRedis(...options: readonly string[]): Promise<OwnRedis> {
  const port = await freePort();
  let child = await spawnRedis(port, options);
  return {
    url: `redis://127.0.0.1:${port}`,
    async kill() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exit = once(child, 'exit');
      child.kill('SIGKILL');
      await exit;
    },
    async restart(...next) {
      child = await spawnRedis(port, next);
    },
    freeze: () => void child.kill('SIGSTOP'),
    thaw: () => void child.kill('SIGCONT'),
  };
}

async function spawnRedis(port: number, options: readonly string[]): Promise<ChildProcess> {
  const fixed = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
  const child = spawn('redis-server', [...fixed, ...options], { stdio: 'ignore' });
  while (!(await accepts(port, '127.0.0.1'))) {
    if (child.exitCode !== null) throw new Error(`redis-server ended with ${child.exitCode}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return child;
}

function accepts(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, host, () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => resolve(false));
  });
}
