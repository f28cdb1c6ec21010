import { resolve } from 'node:path';
import type { FoundAwsCredentials } from './engines/aws-credentials.ts';
import { resolveAzure } from './engines/resolve-azure.ts';
import { resolveBedrock } from './engines/resolve-bedrock.ts';
import { resolveVertex, type FoundCredentials } from './engines/resolve-vertex.ts';
import { readMarketplaces } from './marketplaces.ts';
import { DEFAULT_CONTEXT_WINDOW } from './deployment-references.ts';
import type { DeploymentDocument } from './deployment-schema.ts';
import type {
  DeploymentConfig,
  EngineConfig,
  Limits,
  ModelConfig,
  ModelDocument,
  OtlpConfig,
  StorageConfig,
  TokenRates,
} from './deployment-types.ts';

const DEFAULT_MAX_OUTPUT_TOKENS = 16_384;
const EMBEDDING_CONTEXT_WINDOW = 8192;

type Sections = Pick<DeploymentDocument, 'engines' | 'models' | 'plans'>;
type CompleteDocument = Omit<DeploymentDocument, keyof Sections> & {
  [K in keyof Sections]-?: NonNullable<Sections[K]>;
};

interface ResolveContext {
  readonly baseUrl: string;
  readonly directory: string;
  readonly googleCredentials: FoundCredentials;
  readonly awsCredentials: FoundAwsCredentials;
}

/** Fills in the defaults that depend on other values. Expects a document whose references were checked. */
export function resolveDeployment(document: CompleteDocument, context: ResolveContext): DeploymentConfig {
  const { baseUrl, directory } = context;
  const { limits, links, plugins, storage, signup, telemetry, ...rest } = document;
  const page = `${baseUrl}/console/billing`;
  const ids = document.models.map(({ id }) => id);
  return {
    ...rest,
    engines: Object.fromEntries(
      Object.entries(document.engines).map(([name, engine]) => [
        name,
        resolveEngine(engine, limits, context),
      ]),
    ),
    models: document.models.map((model) => resolveModel(model, limits)),
    plans: document.plans.map((plan) => ({ ...plan, models: plan.models ?? ids })),
    limits,
    links: {
      upgrade: links.upgrade ?? page,
      add_credit: links.add_credit ?? page,
      action: links.action ?? page,
    },
    ...(signup ? { signup: { ...signup, domains: signup.domains ?? [] } } : {}),
    telemetry: telemetry.otlp ? { otlp: resolveOtlp(telemetry.otlp) } : {},
    plugins: resolvePlugins(plugins, directory),
    storage: resolveStorage(storage, directory),
  };
}

function resolveEngine(
  engine: NonNullable<DeploymentDocument['engines']>[string],
  limits: Limits,
  { directory, googleCredentials, awsCredentials }: ResolveContext,
): EngineConfig {
  const timeouts = {
    first_output_s: engine.timeouts.first_output_s ?? limits.first_output_timeout_s,
    silence_s: engine.timeouts.silence_s ?? limits.output_silence_timeout_s,
    total_s: engine.timeouts.total_s ?? limits.generation_timeout_s,
  };
  if (engine.type === 'sandbox') {
    const {
      prompt_cache_min_tokens: min_tokens,
      prompt_cache_step_tokens: step_tokens,
      prompt_cache_idle_s: idle_s,
    } = limits;
    return { ...engine, timeouts, prompt_cache: { min_tokens, step_tokens, idle_s } };
  }
  if (engine.type === 'llama')
    return { ...engine, timeouts, model_path: resolve(directory, engine.model_path) };
  if (engine.type === 'bedrock') return { ...resolveBedrock(engine, awsCredentials), timeouts };
  if (engine.type === 'azure-openai') return { ...resolveAzure(engine, directory), timeouts };
  if (engine.type === 'vertex') return { ...resolveVertex(engine, googleCredentials), timeouts };
  return { ...engine, timeouts };
}

function resolvePlugins(
  { marketplaces_file: file }: DeploymentDocument['plugins'],
  directory: string,
): DeploymentConfig['plugins'] {
  if (file === undefined) return { marketplaces: [] };
  const path = resolve(directory, file);
  return { marketplaces_file: path, marketplaces: readMarketplaces(path) };
}

/** Collectors take traces at this path, which operators need not write. */
const TRACES_PATH = '/v1/traces';

function resolveOtlp({ endpoint, ...rest }: OtlpConfig): OtlpConfig {
  const address = endpoint.replace(/\/+$/, '');
  return { ...rest, endpoint: address.endsWith(TRACES_PATH) ? address : address + TRACES_PATH };
}

function resolveStorage(storage: StorageConfig, directory: string): StorageConfig {
  return storage.type === 'local' && storage.path !== undefined
    ? { ...storage, path: resolve(directory, storage.path) }
    : storage;
}

function resolveRates({
  currency,
  input,
  cached_input = input,
  cache_write,
  output = '0',
}: NonNullable<ModelDocument['routes'][number]['cost']>): TokenRates {
  return { currency, input, cached_input, output, ...(cache_write === undefined ? {} : { cache_write }) };
}

function resolveModel(model: ModelDocument, limits: Limits): ModelConfig {
  const embedding = model.kind === 'embedding';
  const contextWindow =
    model.context_window ?? (embedding ? EMBEDDING_CONTEXT_WINDOW : DEFAULT_CONTEXT_WINDOW);
  const weight = embedding ? limits.embeddings_allowance_weight : 1;
  return {
    ...model,
    routes: model.routes.map(({ cost, ...route }) => ({
      ...route,
      model: route.model ?? model.id,
      ...(cost ? { cost: resolveRates(cost) } : {}),
    })),
    context_window: contextWindow,
    max_output_tokens:
      model.max_output_tokens ?? (embedding ? 0 : Math.min(DEFAULT_MAX_OUTPUT_TOKENS, contextWindow)),
    pricing: {
      ...resolveRates(model.pricing ?? { currency: 'usd', input: '0' }),
      batch_discount: model.pricing?.batch_discount ?? String(limits.batch_discount_share),
    },
    plan_weights: {
      input: model.plan_weights.input ?? weight,
      cached_input: model.plan_weights.cached_input ?? weight,
      output: model.plan_weights.output ?? weight,
    },
    surfaces: model.surfaces ?? (embedding ? ['api'] : ['api', 'cli', 'terminal', 'desktop']),
  };
}
