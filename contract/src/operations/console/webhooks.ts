import {
  FailedRedelivery,
  redeliveryOfFailed,
  WebhookPayload,
} from '../../schemas/webhooks/console-webhook.ts';
import { consoleOperation } from './console-operation.ts';

const OF_WORKSPACE = '/console/api/workspaces/{workspace_id}/webhooks/{webhook_id}';
const OF_ORGANIZATION = '/console/api/webhooks/{webhook_id}';
const PAYLOAD = 'deliveries/{delivery_id}/payload';
const FAILED = 'redeliver_failed';

/** Operations on deliveries that only the Console has, beside the mirrored ones. */
export const CONSOLE_WEBHOOK_OPERATIONS = [
  consoleOperation({
    id: 'readWebhookPayload',
    method: 'GET',
    path: `${OF_WORKSPACE}/${PAYLOAD}`,
    summary: 'Read what a delivery sends',
    permission: 'webhooks.manage',
    response: WebhookPayload,
    errors: ['workspace_not_found', 'webhook_not_found', 'delivery_not_found'],
  }),
  consoleOperation({
    id: 'redeliverFailedWebhookDeliveries',
    method: 'POST',
    path: `${OF_WORKSPACE}/${FAILED}`,
    summary: 'Send everything again that failed or was missed since a time',
    permission: 'webhooks.manage',
    body: redeliveryOfFailed,
    response: FailedRedelivery,
    errors: ['workspace_not_found', 'webhook_not_found'],
  }),
  consoleOperation({
    id: 'readOrganizationWebhookPayload',
    method: 'GET',
    path: `${OF_ORGANIZATION}/${PAYLOAD}`,
    summary: 'Read what a delivery of the organization sends',
    permission: 'organization_webhooks.manage',
    response: WebhookPayload,
    errors: ['webhook_not_found', 'delivery_not_found'],
  }),
  consoleOperation({
    id: 'redeliverFailedOrganizationDeliveries',
    method: 'POST',
    path: `${OF_ORGANIZATION}/${FAILED}`,
    summary: 'Send everything of the organization again that failed or was missed since a time',
    permission: 'organization_webhooks.manage',
    body: redeliveryOfFailed,
    response: FailedRedelivery,
    errors: ['webhook_not_found'],
  }),
] as const;
