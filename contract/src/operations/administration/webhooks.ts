import { listOf, pageQuery } from '../../schemas/administration/page.ts';
import { WebhookDelivery, webhookDeliveryQuery } from '../../schemas/webhooks/delivery.ts';
import {
  NewWebhook,
  organizationWebhookCreation,
  organizationWebhookUpdate,
  Webhook,
  WebhookDeletion,
  WebhookSecret,
} from '../../schemas/webhooks/webhook.ts';
import { administration } from './administration-operation.ts';

const PATH = '/v1/organizations/webhooks';
const ONE = `${PATH}/{webhook_id}`;
const DELIVERIES = `${ONE}/deliveries`;
const DELIVERY = `${DELIVERIES}/{delivery_id}`;
const WEBHOOKS = { tag: 'Webhooks', permission: 'organization_webhooks.manage' } as const;
const NONE = 'webhook_not_found';

/** Webhooks for organization-wide events (ADMIN-41, D-HOOK-12): otherwise the same as those of a workspace. */
export const ORGANIZATION_WEBHOOK_OPERATIONS = [
  administration({
    ...WEBHOOKS,
    id: 'createOrganizationWebhook',
    method: 'POST',
    path: PATH,
    summary: 'Create a webhook for events of the organization',
    body: organizationWebhookCreation,
    readOnly: Object.keys(NewWebhook.shape),
    response: NewWebhook,
    successStatuses: [201],
    errors: ['invalid_url', 'unknown_event_type', 'webhook_limit_reached', 'resource_conflict'],
  }),
  administration({
    ...WEBHOOKS,
    id: 'listOrganizationWebhooks',
    method: 'GET',
    path: PATH,
    summary: 'List the webhooks of the organization',
    query: pageQuery,
    response: listOf(Webhook),
  }),
  administration({
    ...WEBHOOKS,
    id: 'readOrganizationWebhook',
    method: 'GET',
    path: ONE,
    summary: 'Read a webhook of the organization',
    response: Webhook,
    errors: [NONE],
  }),
  administration({
    ...WEBHOOKS,
    id: 'updateOrganizationWebhook',
    method: 'PATCH',
    path: ONE,
    summary: 'Update, pause or resume a webhook of the organization',
    body: organizationWebhookUpdate,
    readOnly: Object.keys(NewWebhook.shape),
    response: Webhook,
    errors: [NONE, 'invalid_url', 'unknown_event_type'],
  }),
  administration({
    ...WEBHOOKS,
    id: 'deleteOrganizationWebhook',
    method: 'DELETE',
    path: ONE,
    summary: 'Delete a webhook of the organization and its delivery log',
    response: WebhookDeletion,
    errors: [NONE],
  }),
  administration({
    ...WEBHOOKS,
    id: 'rotateOrganizationWebhookSecret',
    method: 'POST',
    path: `${ONE}/rotate_secret`,
    summary: 'Create a new signing secret; the old one works for 24 hours',
    response: WebhookSecret,
    errors: [NONE, 'resource_conflict'],
  }),
  administration({
    ...WEBHOOKS,
    id: 'testOrganizationWebhook',
    method: 'POST',
    path: `${ONE}/test`,
    summary: 'Send a webhook.test event',
    response: WebhookDelivery,
    successStatuses: [202],
    errors: [NONE, 'resource_conflict'],
  }),
  administration({
    ...WEBHOOKS,
    id: 'listOrganizationWebhookDeliveries',
    method: 'GET',
    path: DELIVERIES,
    summary: 'List the deliveries of the last 30 days',
    query: webhookDeliveryQuery,
    response: listOf(WebhookDelivery),
    errors: [NONE],
  }),
  administration({
    ...WEBHOOKS,
    id: 'readOrganizationWebhookDelivery',
    method: 'GET',
    path: DELIVERY,
    summary: 'Read a delivery with its attempts',
    response: WebhookDelivery,
    errors: [NONE, 'delivery_not_found'],
  }),
  administration({
    ...WEBHOOKS,
    id: 'redeliverOrganizationWebhook',
    method: 'POST',
    path: `${DELIVERY}/redeliver`,
    summary: 'Send a past event again',
    response: WebhookDelivery,
    successStatuses: [202],
    errors: [NONE, 'delivery_not_found', 'resource_conflict'],
  }),
] as const;
