import type { Kysely } from 'kysely';
import { ApiError, type LimitValues } from '@svc/contract';
import { enqueueJobs, hastenJob } from '#jobs';
import type { Tables } from '#store';
import { endOf } from './end-of-mail.ts';
import { lockMail, setWaiting, type FailingMailRow } from './store/failing-mails.ts';
import { SEND_MAIL, type MailPayload } from './write-mails.ts';

/**
 * Has a mail sent soon that waits for its next attempt, or was given up. How many one recipient gets stays limited. Throws 404
 * `mail_not_found`, 409 for one that was sent or has expired.
 */
export async function retryMail(
  trx: Kysely<Tables>,
  id: string,
  limits: Pick<LimitValues, 'mail_hours'>,
  nowMs: number,
): Promise<FailingMailRow> {
  const mail = await lockMail(trx, id);
  if (!mail) throw new ApiError('mail_not_found', { param: 'mail_id' });
  if (mail.status === 'sent')
    throw new ApiError('resource_conflict', { message: 'The mail was sent. There is nothing to retry.' });
  if (endOf(mail, limits) <= nowMs)
    throw new ApiError('resource_conflict', {
      message: 'The mail or its link has expired. Repeat the action that sent it.',
    });
  await setWaiting(trx, id);
  const job = { kind: SEND_MAIL, key: id };
  const { organization_id: organizationId } = mail;
  await enqueueJobs(trx, [{ ...job, organizationId, payload: { mail_id: id } satisfies MailPayload }], nowMs);
  await hastenJob(trx, job, nowMs);
  return { ...mail, status: 'waiting' };
}
