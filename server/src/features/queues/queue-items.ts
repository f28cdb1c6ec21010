import type { FailingDelivery, FailingJob, FailingMail } from '@svc/contract';
import type { FailingMailRow } from '#features/mail';
import type { FailingDeliveryRow } from '#features/webhooks';
import type { FailingJobRow } from '#jobs';
import { toTimestamp } from '#kit';

export function toFailingJob(row: FailingJobRow): FailingJob {
  const { id, kind, attempts, failed_at: failedAtMs } = row;
  return {
    id,
    type: 'job',
    kind,
    state: failedAtMs === null ? 'failing' : 'failed',
    attempts,
    failure: row.failure,
    created_at: toTimestamp(row.created_at),
    next_attempt_at: failedAtMs === null ? toTimestamp(row.due_at) : null,
    failed_at: failedAtMs === null ? null : toTimestamp(failedAtMs),
  };
}

/** Of the address the part that says which server has to take it, and not whose mailbox it is. */
export function toFailingMail(row: FailingMailRow): FailingMail {
  const { id, kind, status, recipient, attempts, failure, organization_id } = row;
  return {
    id,
    type: 'mail',
    kind,
    state: status === 'failed' ? 'failed' : 'failing',
    organization_id,
    recipient_domain: recipient.slice(recipient.lastIndexOf('@') + 1),
    failure,
    attempts,
    created_at: toTimestamp(row.created_at),
  };
}

/** Path and query of a URL may hold secrets of the organization's. */
export function toFailingDelivery(row: FailingDeliveryRow): FailingDelivery {
  const { id, webhook_id, organization_id, event_type, status, attempts, url, due_at: dueAtMs } = row;
  const last = attempts.at(-1);
  return {
    id,
    type: 'webhook_delivery',
    state: status === 'failed' ? 'failed' : 'failing',
    organization_id,
    webhook_id,
    webhook_host: url === null ? null : new URL(url).host,
    event_type,
    attempts: attempts.length,
    status_code: last?.status_code ?? null,
    failure: last?.error ?? null,
    created_at: toTimestamp(row.created_at),
    next_attempt_at: dueAtMs === null ? null : toTimestamp(dueAtMs),
    redelivered_as: row.redelivered_as,
  };
}
