import type { Kysely } from 'kysely';
import { enqueueJobs } from '#jobs';
import type { Tables } from '#store';
import { insertMails, type MailInsert } from './store/mails.ts';

/** The kind of the jobs that send one mail each. */
export const SEND_MAIL = 'mail.send';

export interface MailPayload {
  readonly mail_id: string;
}

/** Writes mails, each with the job that sends it. */
export async function writeMails(
  trx: Kysely<Tables>,
  mails: readonly MailInsert[],
  nowMs: number,
): Promise<void> {
  await insertMails(trx, mails);
  const jobs = mails.map(({ id, organization_id: organizationId }) => ({
    kind: SEND_MAIL,
    organizationId: organizationId ?? null,
    key: id,
    payload: { mail_id: id } satisfies MailPayload,
  }));
  await enqueueJobs(trx, jobs, nowMs);
}
