import { DESCRIBED_BETAS } from '@svc/contract';
import { oneModel, oneOrganization, MAIN_KEY } from '../service/deployment-fixtures.ts';
import { DescribedApi } from './described-api.ts';

const ADMIN_KEY = `sk_admin_${'2'.repeat(64)}`;
const SPARE_KEY = `sk_live_${'3'.repeat(64)}`;
const SPARE_ADMIN_KEY = `sk_admin_${'4'.repeat(64)}`;
/** Its scheme is that of other inference keys. */
export const DESCRIBED_CODE_KEY = `sk_svc_${'5'.repeat(64)}`;
const OWNER = 'olga@acme.example';

const ABLE = ['tools', 'parallel_tool_calls', 'reasoning', 'temperature', 'json_object', 'json_schema'];
const RATES = [
  'chat_requests_per_minute',
  'models_requests_per_minute',
  'token_counting_requests_per_minute',
  'files_batches_models_requests_per_minute',
  'admin_requests_per_minute',
  'unauthenticated_requests_per_minute',
  'refused_embeddings_per_minute',
];

/** A running service with its whole description. */
export interface DescribedService {
  readonly baseUrl: string;
  readonly api: DescribedApi;
  /** What is sent for each security scheme. */
  readonly bearers: Readonly<Record<'InferenceKey' | 'AdminKey', string>>;
}

/** Answers every operation, by an engine that needs no network. */
export function describedDeployment(): object {
  const base = oneModel({ type: 'sandbox' }) as {
    models: object[];
    plans: object[];
    rate_tiers: { start: object };
  };
  return {
    ...base,
    models: [
      ...base.models.map((model) => ({
        ...model,
        capabilities: Object.fromEntries(ABLE.map((name) => [name, true])),
      })),
      { id: 'svc-embed-1', kind: 'embedding', routes: [{ engine: 'main' }] },
    ],
    limits: Object.fromEntries(RATES.map((name) => [name, 1_000_000])),
    plans: base.plans.map((plan) => ({ ...plan, models: ['Svc Standard', 'svc-embed-1'] })),
    rate_tiers: { start: { ...base.rate_tiers.start, embeddings_tokens_per_minute: 1_000_000_000 } },
  };
}

/** Keys for both security schemes, and objects that requests may change without losing them. */
export function describedProvisioning(): unknown {
  const key = (name: string, secret: string) => ({
    name,
    kind: 'private',
    workspace: 'Default',
    created_by: OWNER,
    secret,
  });
  return oneOrganization({
    members: [
      { email: 'pia@acme.example', name: 'Pia', role: 'primary_owner' },
      { email: OWNER, name: 'Olga', role: 'owner' },
      { email: 'dora@acme.example', name: 'Dora', role: 'developer' },
    ],
    keys: [
      key('main', MAIN_KEY),
      key('spare', SPARE_KEY),
      { ...key('code', DESCRIBED_CODE_KEY), kind: 'svc_code' },
    ],
    admin_keys: [
      { name: 'main', created_by: OWNER, secret: ADMIN_KEY },
      { name: 'spare', created_by: OWNER, secret: SPARE_ADMIN_KEY },
    ],
  });
}

/** Asks a running service for its description with all flags. */
export async function readDescription(baseUrl: string): Promise<DescribedService> {
  const response = await fetch(`${baseUrl}/api/openapi?beta=${DESCRIBED_BETAS.join()}&openapi=3.1`);
  return {
    baseUrl,
    api: new DescribedApi(await response.text()),
    bearers: { InferenceKey: MAIN_KEY, AdminKey: ADMIN_KEY },
  };
}
