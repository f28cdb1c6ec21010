import { resourceRows, type ResourceRows } from '../../resources.ts';
import type { ResourceEvent } from '../../resources/resource.ts';

type Rows = ResourceRows<'events'>;
type TypeOf<Scope> = {
  [Type in keyof Rows]: Rows[Type] extends { readonly scope: Scope } ? Type : never;
}[keyof Rows];

function typesOf<Scope extends ResourceEvent['scope']>(scope: Scope): readonly TypeOf<Scope>[] {
  const rows: Readonly<Record<string, ResourceEvent>> = resourceRows('events');
  return Object.keys(rows).filter((type) => rows[type]?.scope === scope) as TypeOf<Scope>[];
}

/** Promised by the contract (platform contract §6.1), and written by nothing yet. */
const PLANNED_TYPES = [
  'session.idle',
  'session.requires_action',
  'session.error',
  'deployment.run.failed',
  'deployment.paused',
  'environment.build.succeeded',
  'environment.build.failed',
] as const;

/** Organization-wide event types (D-HOOK-12). */
export const ORGANIZATION_EVENT_TYPES = [
  ...typesOf('organization'),
  'encryption_key.unavailable',
  'webhook.test',
] as const;

/** Every event type a webhook can subscribe to (platform contract §6.1). More will be added, so receivers ignore unknown types. */
export const WEBHOOK_EVENT_TYPES = [
  ...typesOf('workspace'),
  ...PLANNED_TYPES,
  ...ORGANIZATION_EVENT_TYPES,
] as const;

export type WebhookEventType = (typeof WEBHOOK_EVENT_TYPES)[number];
