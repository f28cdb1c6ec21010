import type { Decimal } from '../decimal.ts';
import type { Parsed, Resolved } from '../parsed.ts';
import type { GoogleCredentials } from './engines/google-credentials.ts';
import type { AwsCredentials } from './engines/aws-credentials.ts';
import type { DeploymentDocument } from './deployment-schema.ts';
import type { Limits } from './limits-schema.ts';
import type { Marketplace } from './marketplaces.ts';
import type { modelSchema } from './model-schema.ts';

export type { Decimal, Limits, Marketplace };
export type { Tier } from './limits-schema.ts';

/** Seconds an engine may take: until the first output, between outputs, in all (D-14). */
export type EngineTimeouts = Required<EngineDocument['timeouts']>;

export type EngineDocument = NonNullable<DeploymentDocument['engines']>[string];
type EngineOf<Type extends EngineDocument['type']> = Resolved<
  Extract<EngineDocument, { readonly type: Type }>,
  { timeouts: EngineTimeouts }
>;

/** A server that speaks the OpenAI wire form. */
export type OpenAiEngineConfig = EngineOf<'openai'>;
/** Models in Azure OpenAI. Paths of files are absolute. */
export type AzureEngineConfig = Resolved<Omit<EngineOf<'azure-openai'>, 'resource'>, { base_url: string }>;
/** A server that speaks the Anthropic wire form. */
export type AnthropicEngineConfig = EngineOf<'anthropic'>;
/** The Gemini API. */
export type GeminiEngineConfig = EngineOf<'gemini'>;
/** Gemini and Claude on Vertex AI. */
export type VertexEngineConfig = Resolved<
  EngineOf<'vertex'>,
  {
    base_url: string;
    credentials?: GoogleCredentials;
    keys?: readonly (Omit<NonNullable<EngineOf<'vertex'>['keys']>[number], 'credentials'> & {
      readonly credentials: GoogleCredentials;
    })[];
  }
>;
export type { GoogleCredentials };
/** Models on Amazon Bedrock. */
export type BedrockEngineConfig = Resolved<
  Omit<EngineOf<'bedrock'>, 'api_key'>,
  {
    base_url: string;
    control_url: string;
    sts_url: string;
    credentials?: AwsCredentials;
    keys?: readonly (Omit<NonNullable<EngineOf<'bedrock'>['keys']>[number], 'api_key' | 'credentials'> & {
      readonly credentials: AwsCredentials;
    })[];
  }
>;
export type { AwsCredentials };
/** A GGUF file run in the process. `model_path` is absolute. */
export type LlamaEngineConfig = EngineOf<'llama'>;

/** The built-in deterministic substitute for a model. */
export interface SandboxEngineConfig extends EngineOf<'sandbox'> {
  /** What it reports as cached (D-43): the limits of that name. */
  readonly prompt_cache: {
    readonly min_tokens: number;
    readonly step_tokens: number;
    readonly idle_s: number;
  };
}

export type EngineConfig =
  | OpenAiEngineConfig
  | AzureEngineConfig
  | AnthropicEngineConfig
  | GeminiEngineConfig
  | VertexEngineConfig
  | BedrockEngineConfig
  | LlamaEngineConfig
  | SandboxEngineConfig;

export type ModelDocument = Parsed<typeof modelSchema>;
type RouteDocument = ModelDocument['routes'][number];

/** Rates in `currency` per 1M tokens. `cache_write` absent: the input rate, of engines 1.25 times as much. */
export type TokenRates = Resolved<
  NonNullable<RouteDocument['cost']>,
  { cached_input: Decimal; output: Decimal }
>;

/** Where a model is answered. Without `cost` it is not known what the engine costs. */
export type RouteConfig = Resolved<Omit<RouteDocument, 'cost'>, { model: string }> & {
  readonly cost?: TokenRates;
};

export type ModelCapabilities = ModelDocument['capabilities'];

/** Retail rates; `batch_discount` is a share from 0 to 1. */
export type ModelPricing = Resolved<TokenRates, { batch_discount: Decimal }>;

/** Allowance units one token of each kind takes (D-80). Multiples of 0.01. */
export type PlanWeights = Required<ModelDocument['plan_weights']>;

export type ModelDeprecation = NonNullable<ModelDocument['deprecation']>;

/** A model as callers see it (inference contract §2.6) and where it is answered. */
export type ModelConfig = Resolved<
  ModelDocument,
  {
    routes: readonly RouteConfig[];
    context_window: number;
    max_output_tokens: number;
    pricing: ModelPricing;
    plan_weights: PlanWeights;
    surfaces: NonNullable<ModelDocument['surfaces']>;
  }
>;

/** Who turns payments that were received into credits. */
export type ManualPayments = DeploymentDocument['payments']['manual'];

/** `models` are those that the plan includes. */
export type PlanConfig = Resolved<
  NonNullable<DeploymentDocument['plans']>[number],
  { models: readonly string[] }
>;

/** What runs on the service's side of a reply (D-40, D-41). `web_search` is there if a model may use it. */
export type ToolsConfig = DeploymentDocument['tools'];
export type WebFetchConfig = ToolsConfig['web_fetch'];
export type WebSearchConfig = NonNullable<ToolsConfig['web_search']>;
export type McpConfig = ToolsConfig['mcp'];

/** The endpoints for clients of one vendor. */
export type CompatConfig = DeploymentDocument['compat']['anthropic'];
export type OpenAiCompatConfig = DeploymentDocument['compat']['openai'];

/** A folder or a bucket. The path of a folder is absolute; absent: the one of the environment. */
export type StorageConfig = DeploymentDocument['storage'];
export type S3StorageConfig = Extract<StorageConfig, { readonly type: 's3' }>;

/** Where traces of model calls are sent. `endpoint` is the whole address. */
export type OtlpConfig = NonNullable<DeploymentDocument['telemetry']['otlp']>;

/** Who may create an organization by signing up, and what it gets. `domains` is empty unless the mode is `domains`. */
export type SignUpConfig = Resolved<
  NonNullable<DeploymentDocument['signup']>,
  { domains: readonly string[] }
>;

/** How operators sign in through a provider of their company. */
export type OperatorSsoConfig = NonNullable<DeploymentDocument['operators']['sso']>;

/** The effective deployment configuration: `svc.yaml` with every default filled in and every reference checked. */
export type DeploymentConfig = Resolved<
  Omit<DeploymentDocument, 'signup'>,
  {
    engines: Readonly<Record<string, EngineConfig>>;
    models: readonly ModelConfig[];
    plans: readonly PlanConfig[];
    /** Absolute links sent in refusals (D-18). */
    links: Required<DeploymentDocument['links']>;
    /** The path of the file is absolute. */
    plugins: DeploymentDocument['plugins'] & { readonly marketplaces: readonly Marketplace[] };
  }
> & {
  /** Absent: nobody may sign up. */
  readonly signup?: SignUpConfig;
};
