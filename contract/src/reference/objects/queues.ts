import type { FailingDelivery, FailingJob, FailingMail, Queues } from '../../schemas/operator/queues.ts';
import { DELIVERY_ID, JOB_ID, MAIL_ID, ORGANIZATION_ID, WEBHOOK_ID } from './ids.ts';

export const queues: Queues = {
  type: 'queues',
  jobs: [
    {
      kind: 'files.process',
      waiting: 12,
      failing: 1,
      failed: 1,
      waiting_since: '2026-11-20T16:40:12Z',
    },
  ],
  mails: {
    waiting: 3,
    failing: 1,
    failed: 0,
    waiting_since: '2026-11-20T16:12:00Z',
    has_mail_server: true,
  },
  webhook_deliveries: { waiting: 41, failing: 4, failed: 27, waiting_since: '2026-11-20T16:40:58Z' },
  batches: [{ status: 'in_progress', count: 6, oldest_created_at: '2026-11-20T09:03:00Z' }],
  tunnels: { total: 14, connected: 12 },
};

export const failingJob: FailingJob = {
  id: JOB_ID,
  type: 'job',
  kind: 'files.process',
  state: 'failed',
  attempts: 12,
  failure: 'TimeoutError',
  created_at: '2026-11-20T12:41:00Z',
  next_attempt_at: null,
  failed_at: '2026-11-20T15:52:00Z',
};

export const failingMail: FailingMail = {
  id: MAIL_ID,
  type: 'mail',
  kind: 'invite',
  state: 'failing',
  organization_id: ORGANIZATION_ID,
  recipient_domain: 'acme.example',
  failure: 'unreachable',
  attempts: 2,
  created_at: '2026-11-20T16:12:00Z',
};

export const failingDelivery: FailingDelivery = {
  id: DELIVERY_ID,
  type: 'webhook_delivery',
  state: 'failed',
  organization_id: ORGANIZATION_ID,
  webhook_id: WEBHOOK_ID,
  webhook_host: 'hooks.acme.example',
  event_type: 'batch.completed',
  attempts: 8,
  status_code: 503,
  failure: 'http_status',
  created_at: '2026-11-17T09:30:00Z',
  next_attempt_at: null,
  redelivered_as: null,
};
