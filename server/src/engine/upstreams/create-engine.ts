import type { Clock, Log } from '#kit';
import type {
  AnthropicEngineConfig,
  AzureEngineConfig,
  EngineConfig,
  GeminiEngineConfig,
  OpenAiEngineConfig,
  SandboxEngineConfig,
  VertexEngineConfig,
} from '#config';
import type { Engine } from '../events.ts';
import { createAnthropicEngine } from './anthropic.ts';
import { azureCredential } from './azure/azure-credential.ts';
import { azurePaths } from './azure/azure-paths.ts';
import { createGeminiEngine } from './gemini.ts';
import type { HttpEngineOptions } from './http/http-upstream.ts';
import { createLlamaEngine } from './llama.ts';
import { createOpenAiEngine, type OpenAiEngineOptions } from './openai.ts';
import { createSandboxEngine } from './sandbox.ts';
import type { PromptCacheLimits } from './sandbox/prompt-cache.ts';
import { createVertexEngine } from './vertex.ts';

interface EngineNeeds {
  /** Of the engine in the configuration. */
  readonly name: string;
  readonly clock: Clock;
  readonly log: Log;
}

type HttpEngineConfig = OpenAiEngineConfig | AnthropicEngineConfig | GeminiEngineConfig | VertexEngineConfig;

function toHttpOptions(config: HttpEngineConfig, clock: Clock): HttpEngineOptions {
  return {
    baseUrl: config.base_url,
    ...('api_key' in config && config.api_key ? { apiKey: config.api_key } : {}),
    headers: config.headers,
    maxConnections: config.max_concurrency,
    clock,
  };
}

/** What engines of OpenAI's form have in common. */
function toOpenAiOptions(
  config: OpenAiEngineConfig | AzureEngineConfig,
  name: string,
): Pick<OpenAiEngineOptions, 'name' | 'embeddingsPerRequest' | 'responseFormats' | 'api' | 'format'> {
  return {
    name,
    embeddingsPerRequest: config.embeddings_per_request,
    responseFormats: config.response_formats,
    api: config.api,
    format: config.request,
  };
}

/** A resource in Azure: its own paths and credentials, and replies of OpenAI's form. */
function toAzureOptions(config: AzureEngineConfig, { name, clock }: EngineNeeds): OpenAiEngineOptions {
  return {
    ...toOpenAiOptions(config, name),
    baseUrl: config.base_url,
    ...azureCredential(config, clock),
    maxConnections: config.max_concurrency,
    clock,
    pathOf: azurePaths(config.api_version),
    dialect: config.dialect ?? 'azure-openai',
  };
}

function toCacheLimits({
  prompt_cache: { min_tokens: minTokens, step_tokens: stepTokens, idle_s: idleS },
}: SandboxEngineConfig): PromptCacheLimits {
  return { minTokens, stepTokens, idleMs: idleS * 1000 };
}

/** Creates the engine that a configuration describes. */
export function createEngine(config: EngineConfig, needs: EngineNeeds): Engine {
  const { name, clock, log } = needs;
  switch (config.type) {
    case 'openai':
      return createOpenAiEngine({
        ...toOpenAiOptions(config, name),
        ...toHttpOptions(config, clock),
        dialect: config.dialect,
      });
    case 'azure-openai':
      return createOpenAiEngine(toAzureOptions(config, needs));
    case 'anthropic':
      return createAnthropicEngine({
        ...toHttpOptions(config, clock),
        name,
        promptCaching: config.prompt_caching,
      });
    case 'gemini':
      return createGeminiEngine({ ...toHttpOptions(config, clock), name, apiVersion: config.api_version });
    case 'vertex':
      return createVertexEngine({ ...toHttpOptions(config, clock), name, config });
    case 'sandbox':
      return createSandboxEngine({ promptCache: toCacheLimits(config), clock });
    case 'llama':
      return createLlamaEngine({
        modelPath: config.model_path,
        contextSize: config.context_size,
        maxConcurrency: config.max_concurrency,
        clock,
        log,
      });
  }
}
