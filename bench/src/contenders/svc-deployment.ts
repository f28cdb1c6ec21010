import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

const KEYS = 100;
const ORGANIZATIONS = 10;
const LISTENER_CONCURRENCY = 8192;
/** High enough never to refuse here, and finite, so that every request is still counted. */
const REQUESTS_PER_MINUTE = 1_000_000;
const TOKENS_PER_MINUTE = 1_000_000_000_000;
const MONTHLY_TOKENS = 1_000_000_000_000;
/** Far from empty however long the run is. */
const BALANCE_USD = '5000000';

/** Files of one deployment, and the secrets of its keys. */
export interface SvcDeployment {
  readonly configPath: string;
  readonly provisionPath: string;
  readonly secrets: readonly string[];
}

/** What pays: the plans of ten organizations, or the credits of one, which all its keys draw on. */
export type Payer = 'plans' | 'wallet';

export interface SvcDeploymentOptions {
  readonly models: readonly string[];
  readonly payer: Payer;
  /** Absent: no call is traced. */
  readonly tracing?: Tracing | undefined;
}

export interface Tracing {
  readonly endpoint: string;
  readonly sampleRatio: number;
}

/** Writes a deployment whose one engine is the mock and whose models carry the mock's model names. */
export function writeSvcDeployment(
  folder: string,
  upstreamPort: number,
  { models, payer, tracing }: SvcDeploymentOptions,
): SvcDeployment {
  const configPath = join(folder, 'svc.yaml');
  const provisionPath = join(folder, 'provision.yaml');
  const secrets = Array.from({ length: KEYS }, (_, number) => secretOf(number));
  const byPlan = payer === 'plans';
  const organizations = byPlan
    ? manyOrganizations(secrets)
    : [organization(0, secrets, { credits: { enabled: true, balance_usd: BALANCE_USD } })];
  // JSON is YAML.
  writeFileSync(
    configPath,
    JSON.stringify(
      { ...deployment(upstreamPort, models, byPlan ? MONTHLY_TOKENS : 1), ...telemetry(tracing) },
      null,
      2,
    ),
  );
  writeFileSync(provisionPath, JSON.stringify({ organizations }, null, 2));
  return { configPath, provisionPath, secrets };
}

function telemetry(tracing: Tracing | undefined): object {
  if (!tracing) return {};
  return { telemetry: { otlp: { endpoint: tracing.endpoint, sample_ratio: tracing.sampleRatio } } };
}

function deployment(upstreamPort: number, models: readonly string[], monthlyTokens: number): object {
  return {
    engines: {
      mock: {
        type: 'openai',
        base_url: `http://127.0.0.1:${upstreamPort}/v1`,
        api_key: 'sk-bench-upstream',
        max_concurrency: LISTENER_CONCURRENCY,
      },
    },
    models: models.map((id, index) => ({
      id,
      default: index === 0,
      routes: [{ engine: 'mock', model: id }],
      capabilities: { temperature: true, top_p: true },
      pricing: { currency: 'usd', input: 3, cached_input: 0.3, output: 15 },
    })),
    plans: [{ id: 'bench', paid: true, monthly_tokens: monthlyTokens, tier: 'custom' }],
    chat: { unknown_model: 'error' },
    storage: { type: 'local', shared: true },
    limits: {
      chat_requests_per_minute: REQUESTS_PER_MINUTE,
      files_batches_models_requests_per_minute: REQUESTS_PER_MINUTE,
    },
    rate_tiers: {
      custom: {
        requests_per_minute: REQUESTS_PER_MINUTE,
        input_tokens_per_minute: TOKENS_PER_MINUTE,
        output_tokens_per_minute: TOKENS_PER_MINUTE,
      },
    },
  };
}

function manyOrganizations(secrets: readonly string[]): object[] {
  const each = secrets.length / ORGANIZATIONS;
  return Array.from({ length: ORGANIZATIONS }, (_, number) =>
    organization(number, secrets.slice(number * each, (number + 1) * each)),
  );
}

function organization(number: number, secrets: readonly string[], more: object = {}): object {
  const email = `owner@org-${number}.test`;
  return {
    name: `Bench ${number}`,
    plan: 'bench',
    billing: 'active',
    members: [{ email, name: 'Owner', role: 'primary_owner' }],
    workspaces: [{ name: 'Default' }],
    keys: secrets.map((secret, index) => ({
      name: `key-${index}`,
      kind: 'private',
      workspace: 'Default',
      created_by: email,
      secret,
    })),
    ...more,
  };
}

/** The same secrets in every run; they open nothing but a benchmark's own deployment. */
function secretOf(number: number): string {
  return `sk_live_${createHash('sha256').update(`svc-bench ${number}`).digest('hex')}`;
}
