import type { AzureEngineConfig } from '#config';
import { createClock } from '#kit';
import type { Engine } from '../events.ts';
import { createEngine } from '../upstreams/create-engine.ts';
import { silentLog } from './silent-log.ts';

/** An engine of type `azure-openai`, as the configuration describes it. */
export function azureEngine(
  config: Pick<AzureEngineConfig, 'base_url'> & Partial<AzureEngineConfig>,
  clock = createClock(),
): Engine {
  const complete: AzureEngineConfig = {
    type: 'azure-openai',
    api_version: 'v1',
    headers: {},
    max_concurrency: 4,
    timeouts: { first_output_s: 10, silence_s: 10, total_s: 60 },
    embeddings_per_request: 256,
    response_formats: ['json_object', 'json_schema'],
    ...config,
  };
  return createEngine(complete, { name: 'main', clock, log: silentLog });
}
