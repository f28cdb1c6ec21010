import { Redis } from 'ioredis';
import { OperatorError } from '#kit';
import { explainRedisError } from './explain-redis-error.ts';
import { REDIS_OPTIONS } from './redis-connection.ts';

/** Two keys and a write, as counting a request has them: a cluster, a replica and a full server refuse it. */
const TRY = `redis.call('set', KEYS[1], '1', 'px', 1000) return redis.call('exists', KEYS[2])`;
const KEYS = ['svc:check:1', 'svc:check:2'] as const;

/** What keeps nodes from counting in Redis. Says which setting helps. */
export class RedisRefused extends OperatorError {
  override readonly name = 'RedisRefused';
}

/** Uses Redis once as nodes do. Throws RedisRefused. */
export async function checkRedis(url: string): Promise<void> {
  const redis = new Redis(url, { ...REDIS_OPTIONS, lazyConnect: true, retryStrategy: () => null });
  // The library rejects with "Connection is closed" and tells the cause in an event.
  let cause: unknown;
  redis.on('error', (error) => (cause ??= error));
  try {
    await redis.connect();
    await redis.eval(TRY, KEYS.length, ...KEYS);
  } catch (error) {
    throw new RedisRefused(explainRedisError(cause ?? error, url));
  } finally {
    redis.disconnect();
  }
}
