import type {
  AnyRequest,
  AnyRequestRecord,
  ConfigurationFile,
  EffectiveConfiguration,
  NodeState,
  ReloadedConfiguration,
} from '../../schemas/operator/deployment.ts';
import type { OperatorEvent } from '../../schemas/operator/event.ts';
import type { OperatorKey } from '../../schemas/operator/key.ts';
import type { SignUp } from '../../schemas/operator/sign-up.ts';
import type {
  CreditGrant,
  ManagedOrganization,
  OwnerSetupLink,
} from '../../schemas/operator/organization.ts';
import type { Route } from '../../schemas/operator/route.ts';
import {
  API_KEY_ID,
  CREDIT_GRANT_ID,
  DEVELOPER_ID,
  NODE_ID,
  OPERATOR_EVENT_ID,
  OPERATOR_ID,
  OPERATOR_KEY_ID,
  ORGANIZATION_ID,
  REQUEST_ID,
  SIGN_UP_ID,
  WORKSPACE_ID,
} from './ids.ts';

export const managedOrganization: ManagedOrganization = {
  id: ORGANIZATION_ID,
  type: 'organization',
  external_id: 'customer-1042',
  name: 'Acme',
  status: 'active',
  plan: 'pro',
  billing: 'active',
  zero_data_retention: false,
  credits_enabled: true,
  rate_tier: null,
  rate_limits: [{ model: 'Svc Standard', requests_per_minute: 8000 }],
  single_sign_on: 'on',
  directory_sync: true,
  balance_usd: '125.50',
  subscribed_at: '2026-11-02T09:00:00Z',
  created_at: '2026-11-02T09:00:00Z',
};

export const creditGrant: CreditGrant = {
  id: CREDIT_GRANT_ID,
  type: 'credit_grant',
  organization_id: ORGANIZATION_ID,
  amount_usd: '25.50',
  note: 'Invoice 2026-118',
  balance_usd: '125.50',
  created_at: '2026-11-20T16:41:00Z',
};

export const ownerSetupLink: OwnerSetupLink = {
  type: 'owner_setup_link',
  email: 'olga@acme.example',
  url: 'https://api.svc.example/console/set-up#owner_2f…',
  expires_at: '2026-11-21T16:41:00Z',
};

export const anyRequest: AnyRequest = {
  id: REQUEST_ID,
  type: 'request',
  organization_id: ORGANIZATION_ID,
  organization_name: 'Acme',
  workspace_id: WORKSPACE_ID,
  api_key_id: API_KEY_ID,
  user_id: DEVELOPER_ID,
  endpoint: '/v1/messages',
  model: 'Svc Standard',
  streamed: true,
  service_tier: 'standard',
  outcome: 'failed',
  status: 502,
  error_code: 'upstream_error',
  queued_ms: 3,
  first_output_ms: null,
  duration_ms: 412,
  usage: { input_tokens: 0, cached_input_tokens: 0, output_tokens: 0 },
  cost_usd: '0',
  unlisted_calls: 0,
  created_at: '2026-11-20T16:41:00Z',
  engine: 'main',
  node_id: NODE_ID,
  engine_fault: 'status 500',
};

const { organization_name: _, ...anyCall } = anyRequest;

export const anyRequestRecord: AnyRequestRecord = {
  ...anyCall,
  usage: { ...anyCall.usage, reasoning_tokens: 0, server_tool_use: {} },
  billing_source: null,
  allowance_tokens: 0,
  receipt: null,
  engine_cost_usd: null,
};

export const nodeState: NodeState = {
  type: 'node_state',
  node_id: NODE_ID,
  unavailable: [],
  degraded: [],
  engines: [
    {
      name: 'main',
      type: 'openai',
      slots: 512,
      slots_in_use: 37,
      slots_in_background: 4,
      shares: [{ organization_id: ORGANIZATION_ID, organization_name: 'Acme', slots_in_use: 37 }],
      faults: { unreachable: 0, timeout: 1, status: 0, broken: 0, busy: 2 },
      keys: [
        { name: 'a', state: 'ok', reason: null, until: null },
        { name: 'b', state: 'cooling', reason: 'throttled', until: '2026-11-26T10:15:30Z' },
      ],
      implausible_counts: 0,
    },
  ],
  models: [
    {
      id: 'Svc Standard',
      kind: 'chat',
      routes: [
        {
          engine: 'main',
          model: 'upstream-name',
          priority: 1,
          weight: 1,
          breaker: 'closed',
          reason: null,
          in_service: true,
        },
      ],
    },
  ],
};

export const routeState: Route = {
  type: 'route',
  model: 'Svc Standard',
  engine: 'main',
  in_service: false,
  reason: 'New graphics cards',
  taken_out_at: '2026-11-26T10:15:00Z',
  is_configured: true,
};

export const effectiveConfiguration: EffectiveConfiguration = {
  type: 'configuration',
  digest: '3f9a1c20b7de4815',
  configuration: { engines: { main: { type: 'openai', api_key: '[secret]' } }, drain_seconds: 30 },
};

export const configurationFile: ConfigurationFile = {
  type: 'configuration_file',
  source: '/etc/svc/svc.yaml',
  status: 'changed',
  digest: '81c5d20f6a3b9e47',
  problems: [],
  changes: [{ path: 'engines.main.max_concurrency', from: '32', to: '64', needs_restart: false }],
  change_count: 1,
  models_without_price: [],
};

export const reloadedConfiguration: ReloadedConfiguration = {
  type: 'configuration_reload',
  digest: '81c5d20f6a3b9e47',
  change_count: 1,
};

export const operatorKey: OperatorKey = {
  id: OPERATOR_KEY_ID,
  type: 'operator_key',
  name: 'Billing sync',
  prefix: 'sk_op_4f9a07',
  role: 'operator',
  allowed_ips: ['203.0.113.0/24'],
  created_by: OPERATOR_ID,
  created_at: '2026-11-02T09:00:00Z',
  last_used_at: '2026-11-20T16:41:00Z',
};

export const operatorEvent: OperatorEvent = {
  id: OPERATOR_EVENT_ID,
  type: 'operator_event',
  event: 'organization.updated',
  actor: { type: 'operator', id: OPERATOR_ID, name: 'otto@svc.example', role: 'operator' },
  resource: { type: 'organization', id: ORGANIZATION_ID },
  organization_id: ORGANIZATION_ID,
  ip_address: '203.0.113.17',
  user_agent: 'Mozilla/5.0',
  request_id: REQUEST_ID,
  changes: { status: { from: 'active', to: 'suspended' } },
  details: {},
  created_at: '2026-11-20T16:41:00Z',
};

export const signUp: SignUp = {
  id: SIGN_UP_ID,
  type: 'sign_up',
  status: 'waiting',
  email: 'nadia@newco.example',
  name: 'Nadia Newman',
  organization_name: 'Newco',
  organization_id: null,
  reason: null,
  created_at: '2026-11-20T16:41:00Z',
  decided_at: null,
  expires_at: '2026-12-20T16:43:00Z',
};
