import type { Batch } from '../../schemas/batches/batch.ts';
import type { FileObject } from '../../schemas/files/file.ts';
import type { PromptTemplate } from '../../schemas/prompts/prompt-template.ts';
import type { PromptToolResult } from '../../schemas/prompts/prompt-tools.ts';
import type { TunnelCertificate } from '../../schemas/tunnels/tunnel-certificate.ts';
import type { Tunnel, TunnelConnection } from '../../schemas/tunnels/tunnel.ts';
import type { WebhookDelivery } from '../../schemas/webhooks/delivery.ts';
import type { Webhook } from '../../schemas/webhooks/webhook.ts';
import {
  API_KEY_ID,
  BATCH_ID,
  CERTIFICATE_ID,
  CONNECTION_ID,
  DELIVERY_ID,
  EVENT_ID,
  INPUT_FILE_ID,
  OUTPUT_FILE_ID,
  OWNER_ID,
  PROMPT_TOOL_ID,
  REQUEST_ID,
  TEMPLATE_ID,
  TUNNEL_ID,
  WEBHOOK_ID,
  WORKSPACE_ID,
} from './ids.ts';

export const SIGNING_SECRET = `whsec_${'0f'.repeat(32)}`;
export const CONNECTOR_TOKEN = `stn_${'0f'.repeat(32)}`;

export const file: FileObject = {
  id: INPUT_FILE_ID,
  object: 'file',
  filename: 'questions.jsonl',
  purpose: 'batch',
  bytes: 40_960,
  mime_type: 'application/jsonl',
  created_at: 1_795_161_600,
  expires_at: 1_797_753_600,
  status: 'processing',
  status_detail: null,
  source: 'upload',
  workspace_id: WORKSPACE_ID,
};

export const batch: Batch = {
  id: BATCH_ID,
  type: 'batch',
  status: 'completed',
  input_file_id: INPUT_FILE_ID,
  output_file_id: OUTPUT_FILE_ID,
  request_counts: { total: 200, processing: 0, succeeded: 199, errored: 1, canceled: 0, expired: 0 },
  errors: [],
  metadata: { job: 'nightly' },
  usage: { input_tokens: 84_000, cached_input_tokens: 0, output_tokens: 31_200 },
  workspace_id: WORKSPACE_ID,
  created_by: API_KEY_ID,
  created_at: '2026-11-20T16:00:00Z',
  in_progress_at: '2026-11-20T16:00:04Z',
  cancel_requested_at: null,
  ended_at: '2026-11-20T16:22:31Z',
  expires_at: '2026-11-21T16:00:00Z',
};

/** As it is before the first line has run. */
export const newBatch: Batch = {
  ...batch,
  status: 'validating',
  output_file_id: null,
  request_counts: { total: 0, processing: 0, succeeded: 0, errored: 0, canceled: 0, expired: 0 },
  usage: { input_tokens: 0, cached_input_tokens: 0, output_tokens: 0 },
  in_progress_at: null,
  ended_at: null,
};

export const webhook: Webhook = {
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

export const organizationWebhook: Webhook = {
  ...webhook,
  events: ['spend.threshold_reached', 'credits.low_balance'],
  description: 'Money',
  workspace_id: null,
};

export const delivery: WebhookDelivery = {
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
export const newDelivery: WebhookDelivery = {
  ...delivery,
  status: 'pending',
  attempt_count: 0,
  attempts: [],
  next_attempt_at: '2026-11-20T16:22:31Z',
  completed_at: null,
};

export const tunnel: Tunnel = {
  id: TUNNEL_ID,
  type: 'tunnel',
  name: 'Office',
  description: null,
  workspace_id: WORKSPACE_ID,
  allowed_targets: ['http://tickets.internal:8080/mcp'],
  auth_mode: 'token',
  status: 'connected',
  connections: { active: 2, last_seen_at: '2026-11-20T16:41:00Z' },
  region: 'eu',
  created_at: '2026-11-06T09:00:00Z',
  updated_at: '2026-11-06T09:00:00Z',
  connector_token: null,
};

export const tunnelConnection: TunnelConnection = {
  connection_id: CONNECTION_ID,
  connector_version: '0.1.0',
  remote_ip: '203.0.113.40',
  connected_at: '2026-11-20T06:00:00Z',
  last_seen_at: '2026-11-20T16:41:00Z',
  requests_1h: 42,
  errors_1h: 0,
};

export const certificate: TunnelCertificate = {
  id: CERTIFICATE_ID,
  type: 'tunnel_certificate',
  tunnel_id: TUNNEL_ID,
  name: 'rack 4',
  status: 'active',
  serial_number: '4b1f0c9a7d2e5f60',
  fingerprint_sha256: '9c'.repeat(32),
  not_before: '2026-11-20T16:00:00Z',
  not_after: '2027-02-18T16:00:00Z',
  created_at: '2026-11-20T16:00:00Z',
  revoked_at: null,
  last_used_at: null,
  certificate_pem: '-----BEGIN CERTIFICATE-----\nMIIB…\n-----END CERTIFICATE-----\n',
  ca_certificate_pem: '-----BEGIN CERTIFICATE-----\nMIIB…\n-----END CERTIFICATE-----\n',
  private_key_pem: null,
};

export const promptTemplate: PromptTemplate = {
  id: TEMPLATE_ID,
  type: 'prompt_template',
  name: 'support-reply',
  latest_version: 3,
  labels: { production: 2 },
  model: null,
  variables: ['customer', 'question'],
  created_at: '2026-11-07T09:00:00Z',
  updated_at: '2026-11-19T09:00:00Z',
  version: {
    number: 3,
    messages: [
      { role: 'system', content: 'You answer customers of Acme. Be brief and kind.' },
      { role: 'user', content: '{{customer}} asks: {{question}}' },
    ],
    created_at: '2026-11-19T09:00:00Z',
    created_by: OWNER_ID,
  },
};

export const promptToolResult: PromptToolResult = {
  id: PROMPT_TOOL_ID,
  type: 'prompt_tool_result',
  tool: 'generate',
  model: 'Svc Standard',
  system: 'You sort support tickets by team.',
  messages: [{ role: 'user', content: 'Which team should answer this ticket? {{ticket}}' }],
  variables: null,
  working: 'The task names three teams, so the instruction lists them and asks for one name.',
  notes: ['The task does not say what to do with tickets of no team.'],
  usage: { input_tokens: 620, cached_input_tokens: 0, output_tokens: 210, reasoning_tokens: 0 },
  request_id: REQUEST_ID,
};
