import type { LimitName } from '../../../contract/src/index.ts';
import { oneModel, oneOrganization, openaiEngine } from '../../../server/test-kit/index.ts';
import type { LoadTarget } from './load.ts';

const EMAIL = 'eve@evil.test';
const CODE_KEYS = 40;
const SLOTS = 64;
const hex = (i: number): string => i.toString(16).padStart(64, '0');

/** Of the measured tenant. */
export const PERSON = { email: 'ada@acme.test', password: 'correct horse battery staple' };

export const LOAD_KEYS: Pick<LoadTarget, 'privateKey' | 'adminKey' | 'codeKeys'> = {
  privateKey: `sk_live_${'6'.repeat(64)}`,
  adminKey: `sk_admin_${'6'.repeat(64)}`,
  codeKeys: Array.from({ length: CODE_KEYS }, (_, i) => `sk_svc_${hex(i)}`),
};

/** Rates are out of the way: what is refused by them reaches nothing that could be hurt. */
const LIFTED: readonly LimitName[] = [
  'chat_requests_per_minute',
  'models_requests_per_minute',
  'files_batches_models_requests_per_minute',
  'token_counting_requests_per_minute',
  'code_telemetry_requests_per_minute',
  'admin_requests_per_minute',
  'console_requests_per_minute',
  'unauthenticated_requests_per_minute',
  'prompt_templates_per_workspace',
];

interface Model {
  readonly capabilities: object;
}

/** One engine with few slots that everybody uses, and one that a load may be. */
export function neighboursDeployment(enginePort: number): unknown {
  const deployment = oneModel({ type: 'sandbox', max_concurrency: SLOTS }) as { models: [Model] };
  const [model] = deployment.models;
  const standard = {
    ...model,
    capabilities: { ...model.capabilities, vision: true, documents: true },
    context_window: 200_000,
    max_output_tokens: 100_000,
  };
  const elsewhere = {
    ...model,
    id: 'Elsewhere',
    default: false,
    routes: [{ engine: 'elsewhere', model: 'one' }],
  };
  return {
    ...deployment,
    engines: {
      main: { type: 'sandbox', max_concurrency: SLOTS },
      elsewhere: openaiEngine(`http://127.0.0.1:${enginePort}/v1`),
    },
    models: [standard, elsewhere],
    plans: [
      { id: 'pro', paid: true, monthly_tokens: 1_000_000_000_000, models: ['Svc Standard', 'Elsewhere'] },
    ],
    limits: Object.fromEntries(LIFTED.map((name) => [name, 1_000_000])),
    network: { allow_private_targets: ['127.0.0.1'] },
  };
}

/** The tenant that is measured, and the one that makes the load. */
export function neighboursProvisioning(): unknown {
  const members = [{ ...PERSON, name: 'Ada', role: 'primary_owner' }];
  const { organizations } = oneOrganization({ members }) as { organizations: object[] };
  const key = { workspace: 'Default', created_by: EMAIL };
  const loading = {
    name: 'Evil',
    plan: 'pro',
    members: [{ email: EMAIL, name: 'Eve', role: 'primary_owner' }],
    workspaces: [{ name: 'Default' }],
    keys: [
      { ...key, name: 'load', kind: 'private', secret: LOAD_KEYS.privateKey },
      ...LOAD_KEYS.codeKeys.map((secret, i) => ({ ...key, name: `code ${i}`, kind: 'svc_code', secret })),
    ],
    admin_keys: [{ name: 'load', created_by: EMAIL, secret: LOAD_KEYS.adminKey }],
  };
  return { organizations: [...organizations, loading] };
}
