import type { WebhookEventType } from '@svc/contract';
import types from './event-types.json' with { type: 'json' };

// Generated from the contract's list of these.
export const EVENT_TYPES = types.all as readonly WebhookEventType[];

/** Those that a webhook of the organization may subscribe to. */
export const ORGANIZATION_TYPES = types.organization as readonly WebhookEventType[];
