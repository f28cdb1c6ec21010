import type { AdminKey } from '../../schemas/administration/admin-key.ts';
import type { ApiKey } from '../../schemas/administration/api-key.ts';
import type { AuditEvent } from '../../schemas/administration/audit-event.ts';
import type { CodeActivity } from '../../schemas/administration/code-analytics.ts';
import type { InferenceHook } from '../../schemas/administration/inference-hook.ts';
import type { Invite } from '../../schemas/administration/invite.ts';
import type { Organization } from '../../schemas/administration/organization.ts';
import type { Plugin } from '../../schemas/administration/plugin.ts';
import type { RateLimits, WorkspaceRateLimits } from '../../schemas/administration/rate-limits.ts';
import type { CostReport, UsageReport } from '../../schemas/administration/reports.ts';
import type { SpendLimit } from '../../schemas/administration/spend-limit.ts';
import type { User } from '../../schemas/administration/user.ts';
import type { Workspace } from '../../schemas/administration/workspace.ts';
import type { WorkspaceMember } from '../../schemas/administration/workspace-member.ts';
import {
  ADMIN_KEY_ID,
  API_KEY_ID,
  AUDIT_EVENT_ID,
  DEVELOPER_ID,
  INVITE_ID,
  ORGANIZATION_ID,
  OWNER_ID,
  PLUGIN_ID,
  REQUEST_ID,
  SPEND_LIMIT_ID,
  WORKSPACE_ID,
} from './ids.ts';

export const organization: Organization = {
  id: ORGANIZATION_ID,
  type: 'organization',
  name: 'Acme',
  plan: 'pro',
  zero_data_retention: false,
  data_regions: ['us', 'eu'],
  primary_owner_id: OWNER_ID,
  mcp_policy: { mode: 'all', tunnel_ids: [], urls: [] },
  allowed_email_domains: ['acme.example'],
  sso: { enabled: false, required: false, connection_ids: [] },
  code_telemetry: true,
  created_at: '2026-11-02T09:00:00Z',
};

export const inferenceHook: InferenceHook = {
  type: 'inference_hook',
  url: 'https://policy.acme.example/svc',
  mode: 'enforce',
  on_failure: 'deny',
  timeout_ms: 2000,
  events: ['prompt', 'tool_call'],
  workspace_ids: null,
  headers: ['authorization'],
  status: 'healthy',
  failing_since: null,
  calls_1h: 412,
  denied_1h: 3,
  failed_1h: 0,
  created_at: '2026-11-18T09:30:00Z',
  updated_at: '2026-11-18T09:30:00Z',
};

export const apiKey: ApiKey = {
  id: API_KEY_ID,
  type: 'api_key',
  name: 'Support bot',
  kind: 'private',
  prefix: 'sk_live_4f9a',
  hint: '07c2',
  status: 'active',
  workspace_id: WORKSPACE_ID,
  created_by: { id: DEVELOPER_ID, email: 'dora@acme.example', status: 'active' },
  allowed_origins: [],
  allowed_ips: ['203.0.113.0/24'],
  pinned_version: '2026-11-01',
  expires_at: null,
  created_at: '2026-11-03T08:15:00Z',
  last_used_at: '2026-11-20T16:41:00Z',
  last_used_ip: '203.0.113.17',
  use_count: 1284,
};

export const adminKey: AdminKey = {
  id: ADMIN_KEY_ID,
  type: 'admin_key',
  name: 'Terraform',
  prefix: 'sk_admin_9b1',
  status: 'active',
  created_by: { id: OWNER_ID, email: 'olga@acme.example', role: 'owner' },
  allowed_ips: [],
  created_at: '2026-11-02T09:30:00Z',
  last_used_at: '2026-11-20T16:40:00Z',
};

export const workspace: Workspace = {
  id: WORKSPACE_ID,
  type: 'workspace',
  name: 'Support',
  description: 'Everything that answers customers.',
  is_default: false,
  data_region: 'eu',
  allowed_ips: [],
  spend_limit_usd: '250.00',
  rate_limits: [],
  archived_at: null,
  created_at: '2026-11-02T10:00:00Z',
};

export const workspaceMember: WorkspaceMember = {
  type: 'workspace_member',
  workspace_id: WORKSPACE_ID,
  user_id: DEVELOPER_ID,
  role: 'workspace_developer',
  added_at: '2026-11-03T08:00:00Z',
};

export const user: User = {
  id: DEVELOPER_ID,
  type: 'user',
  email: 'dora@acme.example',
  name: 'Dora',
  role: 'developer',
  status: 'active',
  second_factor: true,
  directory_managed: true,
  added_at: '2026-11-02T11:00:00Z',
  last_active_at: '2026-11-20T15:55:00Z',
};

export const invite: Invite = {
  id: INVITE_ID,
  type: 'invite',
  email: 'ines@acme.example',
  role: 'developer',
  workspaces: [{ workspace_id: WORKSPACE_ID, role: 'workspace_developer' }],
  status: 'pending',
  invited_by: OWNER_ID,
  invited_at: '2026-11-20T09:00:00Z',
  expires_at: '2026-12-11T09:00:00Z',
  accepted_at: null,
};

export const rateLimits: RateLimits = {
  type: 'rate_limits',
  tier: '1',
  next_tier: {
    tier: '2',
    paid_to_date_required_usd: '40',
    paid_to_date_usd: '12.50',
    eligible_after: '2026-11-12T00:00:00Z',
  },
  data: [
    {
      model: 'Svc Standard',
      requests_per_minute: 2000,
      input_tokens_per_minute: 2_000_000,
      output_tokens_per_minute: 500_000,
    },
  ],
  other_limits: [
    { group: 'token_counting', requests_per_minute: 600 },
    { group: 'files_batches_models', requests_per_minute: 1000 },
    { group: 'admin_api', requests_per_minute: 300 },
  ],
};

export const workspaceRateLimits: WorkspaceRateLimits = {
  type: 'workspace_rate_limits',
  workspace_id: WORKSPACE_ID,
  data: [
    {
      model: 'Svc Standard',
      requests_per_minute: 500,
      input_tokens_per_minute: 2_000_000,
      output_tokens_per_minute: 500_000,
    },
  ],
  overrides: [{ model: 'Svc Standard', requests_per_minute: 500 }],
};

export const spendLimit: SpendLimit = {
  id: SPEND_LIMIT_ID,
  type: 'spend_limit',
  scope: { type: 'workspace', workspace_id: WORKSPACE_ID },
  limit_usd: '250.00',
  period: 'month',
  spent_usd: '81.20',
  resets_at: '2026-12-01T00:00:00Z',
  created_at: '2026-11-02T10:05:00Z',
  updated_at: '2026-11-15T12:00:00Z',
};

export const auditEvent: AuditEvent = {
  id: AUDIT_EVENT_ID,
  type: 'audit_event',
  event: 'api_key.updated',
  created_at: '2026-11-20T16:40:00Z',
  actor: { type: 'admin_key', id: ADMIN_KEY_ID, email: null, role: 'owner' },
  resource: { type: 'api_key', id: API_KEY_ID },
  workspace_id: WORKSPACE_ID,
  ip_address: '203.0.113.17',
  user_agent: 'terraform-provider-svc/1.2',
  request_id: REQUEST_ID,
  changes: { name: { from: 'Bot', to: 'Support bot' } },
  details: {},
};

export const usageReport: UsageReport = {
  data: [
    {
      starting_at: '2026-11-19T00:00:00Z',
      ending_at: '2026-11-20T00:00:00Z',
      results: [
        {
          workspace_id: null,
          api_key_id: null,
          model: 'Svc Standard',
          endpoint: null,
          service_tier: null,
          billing_source: null,
          requests: 4120,
          input_tokens: 3_812_400,
          cached_input_tokens: 1_204_000,
          output_tokens: 640_120,
          reasoning_tokens: 88_400,
          server_tool_use: { web_search_requests: 37 },
        },
      ],
    },
  ],
  has_more: false,
  next_page: null,
};

export const costReport: CostReport = {
  data: [
    {
      starting_at: '2026-11-19T00:00:00Z',
      ending_at: '2026-11-20T00:00:00Z',
      results: [
        {
          workspace_id: WORKSPACE_ID,
          description: null,
          model: null,
          token_type: null,
          billing_source: 'api_credit',
          amount: '6.4182',
          currency: 'USD',
        },
      ],
    },
  ],
  has_more: false,
  next_page: null,
};

export const codeActivity: CodeActivity = {
  date: '2026-11-19',
  actor: { type: 'user', id: DEVELOPER_ID, email: 'dora@acme.example', name: 'Dora' },
  requests: 212,
  sessions: 6,
  lines_of_code: { added: 840, removed: 310 },
  commits: 4,
  pull_requests: 1,
  tool_actions: { edit: { accepted: 41, rejected: 3 } },
  model_breakdown: [
    {
      model: 'Svc Standard',
      tokens: { input: 812_000, cached_input: 400_200, output: 64_100 },
      estimated_cost: { amount: '1.92', currency: 'USD' },
    },
  ],
};

export const plugin: Plugin = {
  id: PLUGIN_ID,
  type: 'plugin',
  name: 'code-review',
  display_name: 'Code review',
  source: { kind: 'marketplace', marketplace_id: 'acme' },
  latest_version: '1.4.0',
  policy: 'available',
  workspace_ids: null,
  description: 'Reviews changes by the rules of the team.',
  created_at: '2026-11-10T09:00:00Z',
  updated_at: '2026-11-18T09:00:00Z',
};
