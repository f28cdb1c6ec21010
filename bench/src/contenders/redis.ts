import { spawnSync } from 'node:child_process';

/** A Redis server that processes may share: `BENCH_REDIS_URL`, else the one on its default port here. */
export function findRedis(): string | undefined {
  const url = process.env['BENCH_REDIS_URL'] ?? 'redis://127.0.0.1:6379';
  const { status, stdout } = spawnSync('redis-cli', ['-u', url, 'ping'], { encoding: 'utf8', timeout: 5000 });
  return status === 0 && stdout.trim() === 'PONG' ? url : undefined;
}
