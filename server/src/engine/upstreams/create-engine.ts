import type { Clock, Log } from '#kit';
import type { EngineConfig } from '#config';
import type { Engine } from '../events.ts';
import { createLlamaEngine } from './llama.ts';
import { createOpenAiEngine } from './openai.ts';
import { createSandboxEngine } from './sandbox.ts';

interface EngineNeeds {
  readonly clock: Clock;
  readonly log: Log;
}

/** The engine a configuration describes; undefined for a type that is accepted in the file but not built. */
export function createEngine(config: EngineConfig, { clock, log }: EngineNeeds): Engine | undefined {
  switch (config.type) {
    case 'openai':
      return createOpenAiEngine({
        baseUrl: config.base_url,
        ...(config.api_key ? { apiKey: config.api_key } : {}),
        headers: config.headers,
        maxConnections: config.max_concurrency,
        embeddingsPerRequest: config.embeddings_per_request,
        responseFormats: config.response_formats,
        clock,
      });
    case 'sandbox':
      return createSandboxEngine();
    case 'llama':
      return createLlamaEngine({
        modelPath: config.model_path,
        contextSize: config.context_size,
        maxConcurrency: config.max_concurrency,
        clock,
        log,
      });
    case 'anthropic':
      return undefined;
  }
}
