import { oneModel, oneOrganization } from '../../../server/test-kit/index.ts';
import type { LimitName } from '../../../contract/src/index.ts';

/** Of the tenant that attacks. The other tenant's is `MAIN_KEY`. */
export const HOSTILE_KEY = `sk_live_${'6'.repeat(64)}`;
export const ADMIN_KEY = `sk_admin_${'6'.repeat(64)}`;
export const EMAIL = 'eve@evil.test';
export const PASSWORD = 'correct horse battery';

/** Rates are out of the way: what is refused by them reaches nothing that could be hurt. */
const RATES: readonly LimitName[] = [
  'chat_requests_per_minute',
  'models_requests_per_minute',
  'token_counting_requests_per_minute',
  'admin_requests_per_minute',
  'console_requests_per_minute',
  'oauth_requests_per_minute',
  'unauthenticated_requests_per_minute',
  'refused_embeddings_per_minute',
];

export function hostileDeployment(): unknown {
  const engine = { type: 'sandbox' };
  const deployment = oneModel(engine) as { models: unknown[]; rate_tiers: { start: object } };
  return {
    ...deployment,
    models: [...deployment.models, { id: 'svc-embed-1', kind: 'embedding', routes: [{ engine: 'main' }] }],
    // Slow senders are looked at for longer than they are usually borne.
    limits: { ...Object.fromEntries(RATES.map((name) => [name, 1_000_000])), body_timeout_s: 600 },
    rate_tiers: { start: { ...deployment.rate_tiers.start, embeddings_tokens_per_minute: 1_000_000_000 } },
  };
}

export function hostileProvisioning(): unknown {
  const { organizations } = oneOrganization() as { organizations: object[] };
  const hostile = {
    name: 'Evil',
    plan: 'pro',
    members: [{ email: EMAIL, name: 'Eve', role: 'primary_owner', password: PASSWORD }],
    workspaces: [{ name: 'Default' }],
    keys: [{ name: 'attack', kind: 'private', workspace: 'Default', created_by: EMAIL, secret: HOSTILE_KEY }],
    admin_keys: [{ name: 'attack', created_by: EMAIL, secret: ADMIN_KEY }],
  };
  return { organizations: [...organizations, hostile] };
}
