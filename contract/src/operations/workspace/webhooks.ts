import { WEBHOOK } from '../../resources/webhook.ts';
import { listOf, pageQuery } from '../../schemas/administration/page.ts';
import { WebhookDelivery, webhookDeliveryQuery } from '../../schemas/webhooks/delivery.ts';
import {
  NewWebhook,
  Webhook,
  webhookCreation,
  WebhookDeletion,
  WebhookSecret,
  webhookUpdate,
} from '../../schemas/webhooks/webhook.ts';
import { workspaceOperation } from './workspace-operation.ts';

const PATH = '/v1/webhooks';
const ONE = `${PATH}/{webhook_id}`;
const DELIVERIES = `${ONE}/deliveries`;
const DELIVERY = `${DELIVERIES}/{delivery_id}`;
const WEBHOOKS = { tag: WEBHOOK.tag, permission: 'webhooks.manage', beta: 'webhooks-2026-11-01' } as const;
const NONE = 'webhook_not_found';

/** Platform contract §4.5, D-HOOK-1. The same for organizations is in `administration/webhooks.ts`. */
export const WEBHOOK_OPERATIONS = [
  workspaceOperation({
    ...WEBHOOKS,
    id: 'createWebhook',
    method: 'POST',
    path: PATH,
    summary: 'Create a webhook for events of the workspace',
    body: webhookCreation,
    readOnly: Object.keys(NewWebhook.shape),
    response: NewWebhook,
    successStatuses: [201],
    errors: ['invalid_url', 'unknown_event_type', 'webhook_limit_reached'],
  }),
  workspaceOperation({
    ...WEBHOOKS,
    id: 'listWebhooks',
    method: 'GET',
    path: PATH,
    summary: 'List the webhooks of the workspace',
    query: pageQuery,
    response: listOf(Webhook),
  }),
  workspaceOperation({
    ...WEBHOOKS,
    id: 'readWebhook',
    method: 'GET',
    path: ONE,
    summary: 'Read a webhook',
    response: Webhook,
    errors: [NONE],
  }),
  workspaceOperation({
    ...WEBHOOKS,
    id: 'updateWebhook',
    method: 'PATCH',
    path: ONE,
    summary: 'Update, pause or resume a webhook',
    body: webhookUpdate,
    readOnly: Object.keys(NewWebhook.shape),
    response: Webhook,
    errors: [NONE, 'invalid_url', 'unknown_event_type'],
  }),
  workspaceOperation({
    ...WEBHOOKS,
    id: 'deleteWebhook',
    method: 'DELETE',
    path: ONE,
    summary: 'Delete a webhook and its delivery log',
    response: WebhookDeletion,
    errors: [NONE],
  }),
  workspaceOperation({
    ...WEBHOOKS,
    id: 'rotateWebhookSecret',
    method: 'POST',
    path: `${ONE}/rotate_secret`,
    summary: 'Create a new signing secret; the old one works for 24 hours',
    response: WebhookSecret,
    errors: [NONE],
  }),
  workspaceOperation({
    ...WEBHOOKS,
    id: 'testWebhook',
    method: 'POST',
    path: `${ONE}/test`,
    summary: 'Send a webhook.test event',
    response: WebhookDelivery,
    successStatuses: [202],
    errors: [NONE],
  }),
  workspaceOperation({
    ...WEBHOOKS,
    id: 'listWebhookDeliveries',
    method: 'GET',
    path: DELIVERIES,
    summary: 'List the deliveries of the last 30 days',
    query: webhookDeliveryQuery,
    response: listOf(WebhookDelivery),
    errors: [NONE],
  }),
  workspaceOperation({
    ...WEBHOOKS,
    id: 'readWebhookDelivery',
    method: 'GET',
    path: DELIVERY,
    summary: 'Read a delivery with its attempts',
    response: WebhookDelivery,
    errors: [NONE, 'delivery_not_found'],
  }),
  workspaceOperation({
    ...WEBHOOKS,
    id: 'redeliverWebhook',
    method: 'POST',
    path: `${DELIVERY}/redeliver`,
    summary: 'Send a past event again',
    response: WebhookDelivery,
    successStatuses: [202],
    errors: [NONE, 'delivery_not_found'],
  }),
] as const;
