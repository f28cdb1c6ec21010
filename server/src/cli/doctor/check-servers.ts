import type { Environment } from '#config';
import type { Finding } from './finding.ts';
import { reach } from './reach.ts';

/** The optional servers beside the database. */
export async function checkServers({ redisUrl, smtpUrl }: Environment): Promise<Finding[]> {
  return Promise.all([
    redisUrl ? reach('redis', redisUrl.reveal()) : { state: 'off', what: 'redis', detail: 'REDIS_URL is not set: counters in process' },
    smtpUrl ? reach('mail', smtpUrl.reveal()) : { state: 'off', what: 'mail', detail: 'SMTP_URL is not set: no mail is sent' },
  ] satisfies (Finding | Promise<Finding>)[]);
}
