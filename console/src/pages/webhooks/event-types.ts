import type { WebhookEventType } from '@svc/contract';

/** Event types, and whether an organization webhook may subscribe to them. A missing type does not compile. */
const TYPES: Readonly<Record<WebhookEventType, boolean>> = {
  'batch.completed': false,
  'batch.failed': false,
  'batch.expired': false,
  'batch.canceled': false,
  'file.expired': false,
  'session.idle': false,
  'session.requires_action': false,
  'session.error': false,
  'deployment.run.failed': false,
  'deployment.paused': false,
  'environment.build.succeeded': false,
  'environment.build.failed': false,
  'spend.threshold_reached': true,
  'credits.low_balance': true,
  'inference_hook.failing': true,
  'encryption_key.unavailable': true,
  'webhook.test': true,
};

export const EVENT_TYPES = Object.keys(TYPES) as readonly WebhookEventType[];

export const ORGANIZATION_TYPES: readonly WebhookEventType[] = EVENT_TYPES.filter((type) => TYPES[type]);
