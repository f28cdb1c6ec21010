import { readFile } from 'node:fs/promises';
import { parse } from 'yaml';

/**
 * The settings a check needs: those of `fixture/svc.yaml`, or these with one thing changed.
 * - `unknown-model-error`: `chat.unknown_model: error`.
 * - `short-times`: what usually takes many seconds happens after one or two; "Svc Away" is a model whose engine is not
 *   there, and "Svc Narrow" one whose engine takes five requests at a time, of any length. Desktop on the free plan has a
 *   thousand tokens a month.
 * - `small-files`: files have 20,000 bytes at most, large ones 40,000, and a workspace holds 8 files of 100,000 bytes.
 * - `local-webhooks`: webhooks may point to this machine, over plain HTTP.
 */
export type Variant = 'standard' | 'unknown-model-error' | 'short-times' | 'local-webhooks' | 'small-files';

const FOLDER = new URL('../../fixture/', import.meta.url);

export const PROVISIONING_FILE = new URL('provisioning.yaml', FOLDER);
export const CREDENTIALS_FILE = new URL('credentials.yaml', FOLDER);

/** An engine of another type than the fixture's, by which the scripted one is called. */
interface OtherEngine {
  /** Its entry of `engines`. */
  readonly settings: Readonly<Record<string, unknown>>;
  /** Its name for a model of the scripted engine. */
  readonly modelName: (upstreamName: string) => string;
}

/** `svc.yaml` of a variant, as text. */
export async function deploymentFile(variant: Variant, other?: OtherEngine): Promise<string> {
  const deployment = parse(await readFile(new URL('svc.yaml', FOLDER), 'utf8')) as DeploymentFile;
  if (variant === 'unknown-model-error') deployment.chat = { unknown_model: 'error' };
  if (variant === 'short-times') shortenTimes(deployment);
  if (variant === 'small-files') deployment.limits = SMALL_FILES;
  if (variant === 'local-webhooks') {
    deployment.network = { allow_private_targets: ['127.0.0.1/32'] };
    deployment.webhooks = { allow_http: true };
  }
  if (other) replaceEngines(deployment, other);
  return JSON.stringify(deployment);
}

export const SMALL_FILES = {
  file_bytes: 20_000,
  large_file_bytes: 40_000,
  workspace_files: 8,
  workspace_storage_bytes: 100_000,
} as const;

interface DeploymentFile {
  engines: Record<string, { timeouts?: object; [setting: string]: unknown }>;
  models: { kind?: string; routes: { engine: string; model: string }[] }[];
  plans: { id: string; models: string[] }[];
  chat?: object;
  limits?: object;
  network?: object;
  webhooks?: object;
}

/** Engines at the scripted one are of the other type. Embeddings stay where they are: few types have them. */
function replaceEngines({ engines, models }: DeploymentFile, { settings, modelName }: OtherEngine): void {
  const { main } = engines;
  const replaced = Object.entries(engines).filter(([, { base_url: url }]) => url === main?.['base_url']);
  for (const [name, { base_url: _url, api_key: _key, ...limits }] of replaced)
    engines[name] = { ...limits, ...settings };
  if (main) engines['embeddings'] = main;
  for (const route of models.flatMap(({ kind, routes }) => (kind === 'embedding' ? routes : [])))
    route.engine = 'embeddings';
  const names = new Set(replaced.map(([name]) => name));
  for (const route of models.flatMap(({ routes }) => routes))
    if (names.has(route.engine)) route.model = modelName(route.model);
}

function shortenTimes(deployment: DeploymentFile): void {
  const engine = deployment.engines['main'];
  if (!engine) throw new Error('fixture/svc.yaml has no engine "main"');
  deployment.limits = {
    keep_alive_s: 1,
    body_timeout_s: 1,
    headers_timeout_s: 1,
    free_desktop_monthly_tokens: 1000,
    mcp_call_timeout_s: 2,
  };
  engine.timeouts = { first_output_s: 1, silence_s: 3, total_s: 6 };
  deployment.engines['narrow'] = { ...engine, max_concurrency: 5 };
  addModel(
    deployment,
    'Svc Narrow',
    { engine: 'narrow', model: 'upstream-narrow' },
    { context_window: 10_000_000, max_output_tokens: 5_000_000 },
  );
  // A port of the reserved range that nothing listens on.
  deployment.engines['away'] = { type: 'openai', base_url: 'http://127.0.0.1:1/v1', api_key: 'none' };
  addModel(deployment, 'Svc Away', { engine: 'away', model: 'upstream-away' });
}

function addModel(
  deployment: DeploymentFile,
  id: string,
  route: { engine: string; model: string },
  more: object = {},
): void {
  const model = { id, routes: [route], zero_data_retention: true, ...more };
  deployment.models.push(model);
  deployment.plans.find((plan) => plan.id === 'pro')?.models.push(id);
}
