import type { OperatorAccount } from '../../schemas/operator/operator-account.ts';
import type {
  ManagedKey,
  ManagedWorkspace,
  OrganizationSpendLimit,
} from '../../schemas/operator/organization-resources.ts';
import { API_KEY_ID, DEVELOPER_ID, OPERATOR_ID, ORGANIZATION_ID, WORKSPACE_ID } from './ids.ts';

export const managedWorkspace: ManagedWorkspace = {
  id: WORKSPACE_ID,
  type: 'workspace',
  name: 'Research',
  is_default: false,
  data_region: 'us',
  spend_limit_usd: '200.00',
  rate_limits: [{ model: 'Svc Standard', requests_per_minute: 600 }],
  archived_at: null,
  created_at: '2026-11-02T09:00:00Z',
  active_keys: 3,
  members: 4,
  spent_usd: '41.27',
};

export const managedKey: ManagedKey = {
  id: API_KEY_ID,
  type: 'api_key',
  name: 'Nightly evaluation',
  kind: 'private',
  prefix: 'sk_live_4f2a',
  hint: '9c1d',
  status: 'active',
  workspace_id: WORKSPACE_ID,
  workspace_name: 'Research',
  created_by: { id: DEVELOPER_ID, email: 'dora@acme.example', status: 'active' },
  expires_at: null,
  created_at: '2026-11-03T10:30:00Z',
  last_used_at: '2026-11-20T16:40:00Z',
  use_count: 18_204,
  allowed_models: [],
  monthly_budget_usd: '50.00',
  requests_per_minute: null,
  input_tokens_per_minute: null,
  output_tokens_per_minute: null,
};

export const organizationSpendLimit: OrganizationSpendLimit = {
  type: 'organization_spend_limit',
  organization_id: ORGANIZATION_ID,
  limit_usd: '500.00',
  spent_usd: '128.40',
  resets_at: '2026-12-01T00:00:00Z',
};

export const operatorAccount: OperatorAccount = {
  id: OPERATOR_ID,
  type: 'operator',
  email: 'otto@example.com',
  name: 'Otto',
  role: 'operator',
  sign_in: 'password',
  second_factor: 'set_up',
  last_sign_in_at: '2026-11-20T16:02:00Z',
  active_sign_ins: 1,
  created_at: '2026-11-01T08:00:00Z',
};
