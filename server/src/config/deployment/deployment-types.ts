import type { Secret } from '#kit';
import type {
  Capability,
  LimitName,
  ModelFamily,
  RateTier,
  RateTierName,
  ServerTool,
  ServerToolUseName,
  Surface,
} from '@svc/contract';
import type { CompatConfig, OpenAiCompatConfig } from './compat-types.ts';
import type { DialectName } from './dialect-schema.ts';
import type { SignUpConfig } from './sign-up-schema.ts';

/**
 * A decimal number as text, for money: no sign, no exponent, no needless zeros ("0.3", "15", "0").
 * At most 9 decimals. Never pass it through a JavaScript number: use `decimalToNanos`.
 */
export type Decimal = string;

/** Seconds an engine may take: until the first output, between outputs, in all (D-14). */
export interface EngineTimeouts {
  readonly first_output_s: number;
  readonly silence_s: number;
  readonly total_s: number;
}

interface EngineLimits {
  /** Slots of the capacity manager (D-78). */
  readonly max_concurrency: number;
  readonly timeouts: EngineTimeouts;
}

/** `base_url` has no trailing slash, user info or query. */
interface HttpEngineConfig extends EngineLimits {
  readonly base_url: string;
  readonly api_key?: Secret;
  /** Values may hold credentials, so they are secrets as well. */
  readonly headers: Readonly<Record<string, Secret>>;
}

/** A server that speaks the OpenAI wire form. */
export interface OpenAiEngineConfig extends HttpEngineConfig {
  readonly type: 'openai';
  /** Most texts in one embeddings request. */
  readonly embeddings_per_request: number;
  /** Forms of a reply it keeps when sent `response_format`. */
  readonly response_formats: readonly ('json_object' | 'json_schema')[];
  /** How it deviates from the usual form. */
  readonly dialect?: DialectName | undefined;
  /** How requests are written, where that is known. */
  readonly request?:
    | {
        readonly max_tokens_as?: 'max_tokens' | 'max_completion_tokens' | undefined;
        readonly system_as?: 'system' | 'developer' | 'user' | undefined;
        readonly omit: readonly string[];
      }
    | undefined;
}

/** A server that speaks the Anthropic wire form. */
export interface AnthropicEngineConfig extends HttpEngineConfig {
  readonly type: 'anthropic';
  /** Whose cache markers it is sent. */
  readonly prompt_caching: 'auto' | 'caller' | 'off';
}

/** A GGUF file run in the process. `model_path` is absolute, `context_size` in tokens. */
export interface LlamaEngineConfig extends EngineLimits {
  readonly type: 'llama';
  readonly model_path: string;
  readonly context_size: number;
}

/** The built-in deterministic substitute for a model. */
export interface SandboxEngineConfig extends EngineLimits {
  readonly type: 'sandbox';
  /** What it reports as cached (D-43): the limits of that name. */
  readonly prompt_cache: {
    readonly min_tokens: number;
    readonly step_tokens: number;
    readonly idle_s: number;
  };
}

export type EngineConfig =
  | OpenAiEngineConfig
  | AnthropicEngineConfig
  | LlamaEngineConfig
  | SandboxEngineConfig;

/** Rates in `currency` per 1M tokens. */
export interface TokenRates {
  readonly currency: 'usd';
  readonly input: Decimal;
  readonly cached_input: Decimal;
  /** Absent: the input rate, of engines 1.25 times as much. */
  readonly cache_write?: Decimal;
  readonly output: Decimal;
}

/** Where a model is answered. Routes are tried by ascending `priority`; equal priority is shared by `weight`. */
export interface RouteConfig {
  /** Key of `DeploymentConfig.engines`. */
  readonly engine: string;
  /** The engine's own name for the model. Never reaches a caller. */
  readonly model: string;
  readonly priority: number;
  readonly weight: number;
  /** Instead of the engine's. */
  readonly dialect?: DialectName | undefined;
  /** What the engine costs. Absent: not known. Never reaches a caller. */
  readonly cost?: TokenRates;
}

export type ModelCapabilities = Readonly<Record<Capability, boolean>> & {
  readonly server_tools: readonly ServerTool[];
};

/** Retail rates; `batch_discount` is a share from 0 to 1. */
export interface ModelPricing extends TokenRates {
  readonly batch_discount: Decimal;
}

/** Allowance units one token of each kind takes (D-80). Multiples of 0.01. */
export interface PlanWeights {
  readonly input: number;
  readonly cached_input: number;
  readonly output: number;
}

export interface ModelDeprecation {
  /** RFC 3339, as given. */
  readonly announced_at: string;
  readonly retires_at: string;
  /** Id of another model. */
  readonly replacement: string | null;
}

/** A model as callers see it (inference contract §2.6) and where it is answered. */
export interface ModelConfig {
  readonly id: string;
  readonly kind: 'chat' | 'embedding';
  readonly family: ModelFamily;
  readonly description: string;
  /** True for exactly one chat model. */
  readonly default: boolean;
  /** Unix seconds. */
  readonly created: number;
  readonly routes: readonly RouteConfig[];
  /** Whether calls that begin alike take the same of several equal routes. Absent: they do. */
  readonly sticky?: 'conversation' | 'none';
  /** Tokens, prompt plus reply. */
  readonly context_window: number;
  /** Tokens. 0 for an embedding model (D-57). */
  readonly max_output_tokens: number;
  readonly capabilities: ModelCapabilities;
  readonly pricing: ModelPricing;
  readonly plan_weights: PlanWeights;
  readonly surfaces: readonly Surface[];
  /** Put before each text to be embedded, by its `input_type`. */
  readonly input_prefixes: { readonly document: string; readonly query: string };
  readonly zero_data_retention: boolean;
  readonly deprecation: ModelDeprecation | null;
}

/** Who turns payments that were received into credits. */
export type ManualPayments = 'owners' | 'operators' | 'off';

export type Tier = RateTierName | 'custom';

export interface PlanConfig {
  readonly id: string;
  readonly paid: boolean;
  readonly monthly_tokens: number;
  /** Ids of the models the plan includes. */
  readonly models: readonly string[];
  readonly tier: Tier;
}

/** Every number of the contract's limit tables, by the names of its `LIMITS`. Always finite. */
export type Limits = Readonly<Record<LimitName, number>>;

export interface WebFetchConfig {
  readonly user_agent: string;
  readonly timeout_s: number;
  readonly max_bytes: number;
  readonly max_redirects: number;
  readonly max_characters: number;
}

interface SearchLimits {
  /** Values may hold credentials, so they are secrets as well. */
  readonly headers: Readonly<Record<string, Secret>>;
  readonly timeout_s: number;
  readonly max_bytes: number;
  readonly max_results: number;
}

/** `base_url` has no trailing slash, user info or query. */
interface SearxngConfig extends SearchLimits {
  readonly type: 'searxng';
  readonly base_url: string;
}

/** `{query}` in `url` or in a string of `body` stands for the text looked for. Paths are names with dots between. */
interface HttpJsonSearchConfig extends SearchLimits {
  readonly type: 'http_json';
  readonly url: string;
  readonly method: 'GET' | 'POST';
  /** JSON. */
  readonly body?: string | undefined;
  readonly results_path: string;
  readonly fields: { readonly url: string; readonly title: string; readonly text: string };
}

export type WebSearchConfig = SearxngConfig | HttpJsonSearchConfig;

export interface McpConfig {
  /** In lower case; each stands for its subdomains too. Absent: any host. */
  readonly allowed_hosts?: readonly string[] | undefined;
  readonly open_timeout_s: number;
  readonly call_timeout_s: number;
  readonly max_tools: number;
  readonly max_definition_characters: number;
  readonly max_bytes: number;
  readonly max_characters: number;
}

/** What runs on the service's side of a reply (D-40, D-41). `web_search` is there if a model may use it. */
export interface ToolsConfig {
  readonly web_fetch: WebFetchConfig;
  readonly web_search?: WebSearchConfig | undefined;
  readonly mcp: McpConfig;
  /** Dollars per use, for calls paid by credits. */
  readonly prices: Readonly<Record<ServerToolUseName, Decimal>>;
}

/** A folder. `path` is absolute; absent: the one of the environment. `shared`: all nodes have the same one. */
interface LocalStorageConfig {
  readonly type: 'local';
  readonly path?: string;
  readonly shared: boolean;
}

/** A bucket. `endpoint` has no user info or query; absent: that of AWS for the region. */
export interface S3StorageConfig {
  readonly type: 's3';
  readonly bucket: string;
  readonly region: string;
  readonly endpoint?: string;
  readonly access_key: Secret;
  readonly secret_key: Secret;
  readonly path_style: boolean;
}

/** Plugins that organizations may add. `path` of a bundle is absolute. */
export interface Marketplace {
  readonly id: string;
  readonly name: string;
  readonly plugins: readonly { readonly name: string; readonly version: string; readonly path: string }[];
}

/** Where traces of model calls are sent. `endpoint` is the whole address. */
export interface OtlpConfig {
  readonly endpoint: string;
  readonly headers: Readonly<Record<string, Secret>>;
  /** Of all model calls, from 0 to 1. */
  readonly sample_ratio: number;
}

export type StorageConfig = LocalStorageConfig | S3StorageConfig;

/** The effective deployment configuration: `svc.yaml` with every default filled in and every reference checked. */
export interface DeploymentConfig {
  readonly engines: Readonly<Record<string, EngineConfig>>;
  readonly models: readonly ModelConfig[];
  readonly plans: readonly PlanConfig[];
  readonly identity_instruction: string;
  readonly chat: {
    readonly enabled: boolean;
    readonly unknown_model: 'fallback' | 'error';
    readonly without_retention_model: 'model_unavailable' | 'zero_retention_unavailable';
  };
  readonly compat: { readonly openai: OpenAiCompatConfig; readonly anthropic: CompatConfig };
  readonly limits: Limits;
  /** Limits of organizations by the tier of their plan. */
  readonly rate_tiers: Readonly<Record<Tier, RateTier>>;
  /** Absolute links sent in refusals (D-18). */
  readonly links: { readonly upgrade: string; readonly add_credit: string; readonly action: string };
  readonly tools: ToolsConfig;
  /** Addresses and ranges in CIDR form. */
  readonly network: {
    readonly trusted_proxies: readonly string[];
    readonly allow_private_targets: readonly string[];
  };
  readonly drain_seconds: number;
  readonly data_regions: readonly string[];
  readonly webhooks: { readonly allow_http: boolean; readonly egress_ips: readonly string[] };
  readonly payments: { readonly manual: ManualPayments };
  readonly mail: { readonly from?: string };
  /** Absent: nobody may sign up. */
  readonly signup?: SignUpConfig;
  readonly tunnels: { readonly ca_cert?: string; readonly ca_key?: Secret; readonly mtls_port?: number };
  readonly files: { readonly clamd_url?: string };
  readonly plugins: {
    /** Absolute. */
    readonly marketplaces_file?: string;
    readonly marketplaces: readonly Marketplace[];
  };
  /** Where the bytes of files are kept. */
  readonly storage: StorageConfig;
  readonly telemetry: { readonly otlp?: OtlpConfig };
  readonly cluster_secret?: Secret;
}
