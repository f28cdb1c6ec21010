import { limit } from '../limits/limit.ts';
import { DELIVERY_ID, WEBHOOK_ID } from '../reference/objects/ids.ts';
import { OFFICERS, MANAGED_BY_DEVELOPERS } from './grants.ts';
import type { Resource } from './resource.ts';

/** Webhooks and their deliveries (platform contract §2.5). */
export const WEBHOOK = {
  type: 'webhook',
  kind: 'Webhook',
  tag: 'Webhooks',
  ids: { webhook: 'whk_', webhookDelivery: 'whd_' },
  errors: {
    webhook_not_found: {
      status: 404,
      when: 'No such webhook in this workspace or organization.',
      message: 'No webhook with this id exists here. List the webhooks to find its id.',
    },
    delivery_not_found: {
      status: 404,
      when: 'The webhook has no such delivery, or it is past its retention time.',
      message: 'No delivery with this id is in the log of the webhook. List the deliveries to find its id.',
    },
    webhook_limit_reached: {
      status: 409,
      when: 'The workspace already has the maximum number of webhooks.',
      message: 'The maximum number of webhooks is reached. Delete one and try again.',
    },
    invalid_url: {
      status: 400,
      when: 'The address of a webhook or of the inference hook is not HTTPS, not public, or too long.',
      message:
        'The address must be an HTTPS URL of a public host, without user name and password, of at most 2,048 characters. Correct it and try again.',
    },
    unknown_event_type: {
      status: 400,
      when: '`events` holds an unknown event type.',
      message:
        'The list of events contains an unknown type. Use event types from the reference, or a single *.',
    },
  },
  permissions: {
    'webhooks.manage': {
      words: 'Manage webhooks of a workspace, and read and repeat their deliveries',
      ...MANAGED_BY_DEVELOPERS,
    },
    'organization_webhooks.manage': {
      words: 'Manage webhooks of the organization, and read and repeat their deliveries',
      roles: OFFICERS,
    },
  },
  audit: {
    resources: {
      'webhook.created': 'Webhook created',
      'webhook.updated': 'Webhook changed',
      'webhook.deleted': 'Webhook deleted',
      'webhook.secret_rotated': 'Webhook secret rotated',
      'webhook.disabled': 'Webhook disabled',
    },
  },
  limits: {
    webhooks_per_workspace: limit(20, 'Maximum webhooks of a workspace, and of an organization.'),
    webhook_url_characters: limit(2048, 'Maximum length of the URL of a webhook, and of an inference hook.'),
    webhook_description_characters: limit(200, 'Maximum length of the description of a webhook.'),
    webhook_payload_bytes: limit(65_536, 'Maximum body of a webhook delivery.'),
    webhook_timeout_s: limit(10, 'Time within which the receiver of a webhook must answer.'),
    webhook_retry_hours: limit(72, 'How long a failed webhook delivery is repeated.'),
    webhook_disable_after_hours: limit(72, 'How long all deliveries must fail before a webhook is disabled.'),
    webhook_delivery_log_days: limit(30, 'How long webhook deliveries are kept.'),
    webhook_secret_overlap_hours: limit(
      24,
      'How long the previous signing secret of a webhook or an inference hook signs beside the current one.',
    ),
    webhook_secrets_kept: limit(5, 'Maximum signing secrets of a webhook at the same time.'),
    webhook_signature_tolerance_s: limit(300, 'How much the clock of the receiver of a webhook may differ.'),
  },
  pathParameters: {
    webhook_id: { description: 'Id of a webhook.', example: WEBHOOK_ID },
    delivery_id: { description: 'Id of a delivery of a webhook.', example: DELIVERY_ID },
  },
} as const satisfies Resource;
