/** Organization-wide event types (D-HOOK-12). */
export const ORGANIZATION_EVENT_TYPES = [
  'spend.threshold_reached',
  'credits.low_balance',
  'inference_hook.failing',
  'encryption_key.unavailable',
  'webhook.test',
] as const;

/** Every event type a webhook can subscribe to (platform contract §6.1). More will be added, so receivers ignore unknown types. */
export const WEBHOOK_EVENT_TYPES = [
  'batch.completed',
  'batch.failed',
  'batch.expired',
  'batch.canceled',
  'file.expired',
  'session.idle',
  'session.requires_action',
  'session.error',
  'deployment.run.failed',
  'deployment.paused',
  'environment.build.succeeded',
  'environment.build.failed',
  ...ORGANIZATION_EVENT_TYPES,
] as const;

export type WebhookEventType = (typeof WEBHOOK_EVENT_TYPES)[number];
