import type { Environment } from '#config';
import { checkRedis, RedisRefused } from '#cluster';
import type { Finding } from './finding.ts';
import { reach } from './reach.ts';

/** The optional servers beside the database. */
export function checkServers({ redisUrl, smtpUrl }: Environment): Promise<Finding[]> {
  return Promise.all([
    redisUrl ? examineRedis(redisUrl.reveal()) : off('redis', 'REDIS_URL is not set: counters in process'),
    smtpUrl
      ? reach('mail', smtpUrl.reveal())
      : off('mail', 'SMTP_URL is not set: mail waits in the outbox of the Console'),
  ]);
}

async function examineRedis(url: string): Promise<Finding> {
  try {
    await checkRedis(url);
    return { state: 'ok', what: 'redis', detail: `${new URL(url).host} counts` };
  } catch (error) {
    if (!(error instanceof RedisRefused)) throw error;
    return { state: 'failed', what: 'redis', detail: error.message };
  }
}

function off(what: string, detail: string): Promise<Finding> {
  return Promise.resolve({ state: 'off', what, detail });
}
