import {
  ApiError,
  type FailingDelivery,
  type FailingJob,
  type FailingMail,
  type LimitValues,
} from '@svc/contract';
import { retryMail } from '#features/mail';
import type { OperatorChange } from '#features/module';
import { retryDelivery } from '#features/webhooks';
import { lockJob, retryJob } from '#jobs';
import { toFailingDelivery, toFailingJob, toFailingMail } from './queue-items.ts';

export async function retryAnyJob({ db, nowMs, note }: OperatorChange, id: string): Promise<FailingJob> {
  const require = async () => {
    const job = await lockJob(db, id);
    if (!job) throw new ApiError('job_not_found', { param: 'job_id' });
    return job;
  };
  if (!(await retryJob(db, await require(), nowMs)))
    throw new ApiError('resource_conflict', {
      message: 'Another job has taken over the work of this one. There is nothing to retry.',
    });
  await note({ event: 'job.retried', resource: { type: 'job', id } });
  return toFailingJob(await require());
}

export async function retryAnyMail(
  { db, nowMs, note }: OperatorChange,
  id: string,
  limits: LimitValues,
): Promise<FailingMail> {
  const mail = await retryMail(db, id, limits, nowMs);
  await note({ event: 'mail.retried', resource: { type: 'mail', id }, ...ofOrganization(mail) });
  return toFailingMail(mail);
}

export async function retryAnyDelivery(
  { db, nowMs, note }: OperatorChange,
  id: string,
  sinceMs: number,
): Promise<FailingDelivery> {
  const delivery = await retryDelivery(db, id, { sinceMs, nowMs });
  await note({
    event: 'webhook_delivery.retried',
    resource: { type: 'webhook_delivery', id },
    ...ofOrganization(delivery),
  });
  return toFailingDelivery(delivery);
}

function ofOrganization({ organization_id: organizationId }: { readonly organization_id: string | null }) {
  return organizationId === null ? {} : { organizationId };
}
