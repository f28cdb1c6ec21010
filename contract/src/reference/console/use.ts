import type { BatchProgress } from '../../schemas/batches/batch.ts';
import type { Billing, LedgerEntry, Payment } from '../../schemas/console/billing.ts';
import type { PlaygroundCredential } from '../../schemas/console/playground.ts';
import type { MarketplaceList, MemberPlugin } from '../../schemas/console/plugins.ts';
import type { RequestRecord, RequestSummary } from '../../schemas/console/request-record.ts';
import type { FileQuota } from '../../schemas/files/file.ts';
import type { TunnelSetup, TunnelTest } from '../../schemas/tunnels/console-tunnel.ts';
import {
  API_KEY_ID,
  BATCH_ID,
  DEVELOPER_ID,
  OWNER_ID,
  PLUGIN_ID,
  REQUEST_ID,
  TUNNEL_ID,
  WORKSPACE_ID,
} from '../objects/ids.ts';

export const billing: Billing = {
  type: 'billing',
  plan: { id: 'pro', is_paid: true, monthly_tokens: 60_000_000 },
  status: 'active',
  subscribed_at: '2026-11-02T09:00:00Z',
  windows: [
    { kind: 'monthly', used_tokens: 21_400_000, limit_tokens: 60_000_000, resets_at: '2026-12-02T09:00:00Z' },
    { kind: 'weekly', used_tokens: 4_100_000, limit_tokens: 15_000_000, resets_at: '2026-11-23T09:00:00Z' },
    { kind: 'session', used_tokens: 320_000, limit_tokens: 2_000_000, resets_at: '2026-11-20T20:00:00Z' },
  ],
  credits: { enabled: true, balance_usd: '274.77' },
  manual_payments: 'owners',
};

export const ledgerEntry: LedgerEntry = {
  id: REQUEST_ID,
  type: 'ledger_entry',
  kind: 'usage',
  amount_usd: '-0.014208',
  note: null,
  created_at: '2026-11-20T16:41:00Z',
};

export const payment: Payment = {
  id: 'pay_7d1f',
  type: 'payment',
  provider: 'manual',
  reference: 'Invoice 2026-11-0017',
  amount_usd: '250.00',
  balance_usd: '524.77',
  recorded_by: OWNER_ID,
  created_at: '2026-11-20T16:42:00Z',
};

export const requestSummary: RequestSummary = {
  id: REQUEST_ID,
  type: 'request',
  workspace_id: WORKSPACE_ID,
  api_key_id: API_KEY_ID,
  user_id: DEVELOPER_ID,
  endpoint: '/v1/chat/completions',
  model: 'Svc Standard',
  streamed: true,
  service_tier: 'standard',
  outcome: 'completed',
  status: 200,
  error_code: null,
  queued_ms: 2,
  first_output_ms: 310,
  duration_ms: 2140,
  usage: { input_tokens: 1840, cached_input_tokens: 1024, output_tokens: 412 },
  cost_usd: '0.014208',
  unlisted_calls: 0,
  created_at: '2026-11-20T16:41:00Z',
};

export const requestRecord: RequestRecord = {
  ...requestSummary,
  usage: { ...requestSummary.usage, reasoning_tokens: 0, server_tool_use: {} },
  billing_source: 'api_credit',
  allowance_tokens: 0,
  receipt: { closed_early: false, measured: 'exact', billed_output_tokens: 412 },
};

export const playgroundCredential: PlaygroundCredential = {
  type: 'playground_credential',
  workspace_id: WORKSPACE_ID,
  access_token: 'spt_7d1f',
  expires_at: '2026-11-20T16:56:00Z',
};

export const fileQuota: FileQuota = {
  type: 'file_quota',
  workspace_id: WORKSPACE_ID,
  files: 12,
  files_limit: 10_000,
  bytes: 48_300_112,
  bytes_limit: 10_737_418_240,
};

export const batchProgress: BatchProgress = {
  type: 'batch_progress',
  batch_id: BATCH_ID,
  cost_usd: '0.42',
  direct_cost_usd: '0.84',
  plan_tokens: 0,
  results_per_minute: 120,
  estimated_end_at: '2026-11-20T17:10:00Z',
  waits_until: null,
  errored_lines: [{ line: 7, custom_id: 'ticket-7', status_code: 400, code: 'invalid_parameter' }],
};

export const tunnelSetup: TunnelSetup = {
  type: 'tunnel_setup',
  tunnel_id: TUNNEL_ID,
  connector_url: 'wss://api.svc.example/tunnels',
  tokens: [{ created_at: '2026-11-10T10:00:00Z', expires_at: null, active_connections: 1 }],
};

export const tunnelTest: TunnelTest = {
  type: 'tunnel_test',
  tunnel_id: TUNNEL_ID,
  url: 'http://wiki.internal:8080/mcp',
  tools: [{ name: 'search_wiki', description: 'Searches the wiki.' }],
};

export const memberPlugin: MemberPlugin = {
  type: 'member_plugin',
  plugin_id: PLUGIN_ID,
  name: 'acme-support',
  display_name: 'Acme Support',
  description: 'What support answers with.',
  latest_version: '1.2.0',
  policy: 'available',
  installed: true,
};

export const marketplaces: MarketplaceList = {
  object: 'list',
  data: [
    {
      type: 'marketplace',
      id: 'mkt_7d1f',
      name: 'Acme',
      plugins: [{ name: 'acme-support', version: '1.2.0' }],
    },
  ],
};
