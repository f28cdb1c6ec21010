import type { Environment } from '#config';
import type { Finding } from './finding.ts';
import { reach } from './reach.ts';

/** The optional servers beside the database. */
export function checkServers({ redisUrl, smtpUrl }: Environment): Promise<Finding[]> {
  return Promise.all([
    redisUrl ? reach('redis', redisUrl.reveal()) : off('redis', 'REDIS_URL is not set: counters in process'),
    smtpUrl
      ? reach('mail', smtpUrl.reveal())
      : off('mail', 'SMTP_URL is not set: mail waits in the outbox of the Console'),
  ]);
}

function off(what: string, detail: string): Promise<Finding> {
  return Promise.resolve({ state: 'off', what, detail });
}
