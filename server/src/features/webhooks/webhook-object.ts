import type { DeliveryAttempt, Webhook, WebhookDelivery } from '@svc/contract';
import { toTimestamp } from '#kit';
import type { StoredAttempt } from '#store';
import type { DeliveryRow } from './store/deliveries.ts';
import type { WebhookRow } from './store/webhooks.ts';

/** Platform contract §2.5. */
export function toWebhook(row: WebhookRow): Webhook {
  return {
    id: row.id,
    object: 'webhook',
    url: row.url,
    events: [...row.events],
    description: row.description,
    status: row.status,
    workspace_id: row.workspace_id,
    created_at: toTimestamp(row.created_at),
    updated_at: toTimestamp(row.updated_at),
    last_delivery:
      row.last_attempt_at === null
        ? null
        : {
            at: toTimestamp(row.last_attempt_at),
            status_code: row.last_status_code,
            succeeded: row.last_succeeded === true,
          },
  };
}

/** D-HOOK-1. */
export function toDelivery(row: DeliveryRow): WebhookDelivery {
  return {
    id: row.id,
    object: 'webhook_delivery',
    webhook_id: row.webhook_id,
    event_id: row.event_id,
    event_type: row.event_type,
    status: row.status,
    redelivery_of: row.redelivery_of,
    attempt_count: row.attempts.length,
    attempts: row.attempts.map(toAttempt),
    next_attempt_at: row.due_at === null ? null : toTimestamp(row.due_at),
    created_at: toTimestamp(row.created_at),
    completed_at: row.completed_at === null ? null : toTimestamp(row.completed_at),
  };
}

function toAttempt(attempt: StoredAttempt, index: number): DeliveryAttempt {
  return {
    number: index + 1,
    at: toTimestamp(attempt.at_ms),
    status_code: attempt.status_code,
    duration_ms: attempt.duration_ms,
    succeeded: attempt.succeeded,
    error: attempt.error,
  };
}

/** A URL as logs and mail show it. */
export function withoutQuery(url: string): string {
  return url.replace(/[?#].*$/s, '');
}
