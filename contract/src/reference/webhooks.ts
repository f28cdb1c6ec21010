import type { ORGANIZATION_WEBHOOK_OPERATIONS } from '../operations/administration/webhooks.ts';
import type { WEBHOOK_OPERATIONS } from '../operations/workspace/webhooks.ts';
import type { WebhookDelivery } from '../schemas/webhooks/delivery.ts';
import type { Webhook } from '../schemas/webhooks/webhook.ts';
import { DELIVERY_ID, EVENT_ID, WEBHOOK_ID, WORKSPACE_ID } from './objects/ids.ts';
import { pageOf } from './objects/page-of.ts';
import type { OperationReference, References } from './operation-reference.ts';

export const SIGNING_SECRET = `whsec_${'0f'.repeat(32)}`;

const webhook: Webhook = {
  id: WEBHOOK_ID,
  object: 'webhook',
  url: 'https://hooks.acme.example/svc',
  events: ['batch.completed', 'batch.failed'],
  description: 'Nightly batches',
  status: 'enabled',
  workspace_id: WORKSPACE_ID,
  created_at: '2026-11-05T09:00:00Z',
  updated_at: '2026-11-05T09:00:00Z',
  last_delivery: { at: '2026-11-20T16:22:32Z', status_code: 204, succeeded: true },
};

const organizationWebhook: Webhook = {
  ...webhook,
  events: ['spend.threshold_reached', 'credits.low_balance'],
  description: 'Money',
  workspace_id: null,
};

const delivery: WebhookDelivery = {
  id: DELIVERY_ID,
  object: 'webhook_delivery',
  webhook_id: WEBHOOK_ID,
  event_id: EVENT_ID,
  event_type: 'batch.completed',
  status: 'succeeded',
  redelivery_of: null,
  attempt_count: 1,
  attempts: [
    {
      number: 1,
      at: '2026-11-20T16:22:32Z',
      status_code: 204,
      duration_ms: 87,
      succeeded: true,
      error: null,
    },
  ],
  next_attempt_at: null,
  created_at: '2026-11-20T16:22:31Z',
  completed_at: '2026-11-20T16:22:32Z',
};

/** As it is before the first attempt. */
const newDelivery: WebhookDelivery = {
  ...delivery,
  status: 'pending',
  attempt_count: 0,
  attempts: [],
  next_attempt_at: '2026-11-20T16:22:31Z',
  completed_at: null,
};

type Name =
  | 'create'
  | 'list'
  | 'read'
  | 'update'
  | 'delete'
  | 'rotateSecret'
  | 'test'
  | 'listDeliveries'
  | 'readDelivery'
  | 'redeliver';

const OF_DELIVERIES = {
  test: {
    description: `Sends a \`webhook.test\` event, whatever types the webhook asks for, and also while it is disabled. It is tried once. Read the delivery to see how it went.`,
    response: { ...newDelivery, event_type: 'webhook.test' },
  },
  listDeliveries: {
    description:
      'Deliveries of the last 30 days with their attempts, newest first. What receivers answer is not stored, only its status.',
    response: pageOf(delivery, DELIVERY_ID),
  },
  readDelivery: { description: 'One delivery, with each attempt.', response: delivery },
  redeliver: {
    description: `Sends an event again, byte for byte and under the same event id, as a new delivery with attempts of its own. The webhook must be enabled.`,
    response: { ...newDelivery, redelivery_of: DELIVERY_ID },
  },
} satisfies Partial<Record<Name, OperationReference>>;

/** Webhooks of a workspace and of an organization work alike. */
function references(example: Webhook, owner: string): Readonly<Record<Name, OperationReference>> {
  return { ...ofWebhooks(example, owner), ...OF_DELIVERIES };
}

function ofWebhooks(
  example: Webhook,
  owner: string,
): Readonly<Record<Exclude<Name, keyof typeof OF_DELIVERIES>, OperationReference>> {
  const { url, events, description } = example;
  return {
    create: {
      description: `Sends events of the ${owner} to an HTTPS address. Each delivery is a \`POST\` with the event as JSON, signed in the header \`svc-signature\` as
\`t=<seconds>,v1=<hex>\`: an HMAC-SHA256 over \`<t>.<body>\` with the whole secret as key. The headers of Standard Webhooks
(\`webhook-id\`, \`webhook-timestamp\`, \`webhook-signature\`) are there too. Any 2xx within 10 seconds counts as received; otherwise it is tried again for 3 days.

\`signing_secret\` is in this answer and nowhere else. The same event may arrive twice: tell by its \`id\`.`,
      body: { url, events, description },
      response: { ...example, last_delivery: null, signing_secret: SIGNING_SECRET },
    },
    list: {
      description: `The webhooks of the ${owner}, newest first.`,
      response: pageOf(example, WEBHOOK_ID),
    },
    read: { description: 'A webhook, with how its last attempt went.', response: example },
    update: {
      description: `Changes the fields that are sent; \`events\` replaces the list. \`status\` \`disabled\` pauses the webhook: its events are logged as \`missed\`, and can be sent
later. \`enabled\` resumes it, also after it was disabled because every delivery had failed for 3 days.`,
      body: { status: 'disabled' },
      response: { ...example, status: 'disabled' },
    },
    delete: {
      description: 'Deletes a webhook with its delivery log. Deliveries that wait are not sent any more.',
      response: { id: WEBHOOK_ID, object: 'webhook', deleted: true },
    },
    rotateSecret: {
      description: `Makes a new signing secret. For 24 hours deliveries are signed with both, so that a receiver can change over without losing any.`,
      response: {
        id: WEBHOOK_ID,
        object: 'webhook',
        signing_secret: SIGNING_SECRET,
        previous_secret_expires_at: '2026-11-21T16:41:00Z',
      },
    },
  };
}

const OF_WORKSPACE = references(webhook, 'workspace');
const OF_ORGANIZATION = references(organizationWebhook, 'organization');

export const WEBHOOK_REFERENCES: References<typeof WEBHOOK_OPERATIONS> = {
  createWebhook: OF_WORKSPACE.create,
  listWebhooks: OF_WORKSPACE.list,
  readWebhook: OF_WORKSPACE.read,
  updateWebhook: OF_WORKSPACE.update,
  deleteWebhook: OF_WORKSPACE.delete,
  rotateWebhookSecret: OF_WORKSPACE.rotateSecret,
  testWebhook: OF_WORKSPACE.test,
  listWebhookDeliveries: OF_WORKSPACE.listDeliveries,
  readWebhookDelivery: OF_WORKSPACE.readDelivery,
  redeliverWebhook: OF_WORKSPACE.redeliver,
};

export const ORGANIZATION_WEBHOOK_REFERENCES: References<typeof ORGANIZATION_WEBHOOK_OPERATIONS> = {
  createOrganizationWebhook: OF_ORGANIZATION.create,
  listOrganizationWebhooks: OF_ORGANIZATION.list,
  readOrganizationWebhook: OF_ORGANIZATION.read,
  updateOrganizationWebhook: OF_ORGANIZATION.update,
  deleteOrganizationWebhook: OF_ORGANIZATION.delete,
  rotateOrganizationWebhookSecret: OF_ORGANIZATION.rotateSecret,
  testOrganizationWebhook: OF_ORGANIZATION.test,
  listOrganizationWebhookDeliveries: OF_ORGANIZATION.listDeliveries,
  readOrganizationWebhookDelivery: OF_ORGANIZATION.readDelivery,
  redeliverOrganizationWebhook: OF_ORGANIZATION.redeliver,
};
