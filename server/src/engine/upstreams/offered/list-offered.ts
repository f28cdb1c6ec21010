import type { EngineConfig } from '#config';
import type { Clock } from '#kit';
import { EngineFault } from '../../events.ts';
import { keyedEngines } from '../../engine-keys.ts';
import { WIRE_VERSION } from '../anthropic.ts';
import { azureCredential } from '../azure/azure-credential.ts';
import { createCredential } from '../bedrock/credentials/create-credential.ts';
import { HttpUpstream, type HttpEngineOptions } from '../http/http-upstream.ts';
import { vertexAccess } from '../vertex.ts';
import { listBedrock } from './list-bedrock.ts';
import { listAzure } from './list-azure.ts';
import { listGemini, listVertex } from './list-google.ts';
import { listAnthropic, listOpenAi } from './list-openai.ts';
import type { OfferedModel } from './offered-model.ts';
import type { ListReader } from './read-page.ts';

export type { OfferedModel } from './offered-model.ts';

/** More than any vendor has: each is compared with the configuration and the catalog. */
const MAX_MODELS = 10_000;

type List = (reader: ListReader) => Promise<OfferedModel[]>;
type ListedConfig = Exclude<EngineConfig, { readonly type: 'llama' | 'sandbox' }>;

/**
 * What an engine says it offers, asked with its first key (D-ENG-32). Undefined for an engine in the process, which has no list. Rejects with an
 * `EngineFault`.
 */
export async function listOffered(
  given: EngineConfig,
  clock: Clock,
  signal: AbortSignal,
): Promise<OfferedModel[] | undefined> {
  const [{ config }] = keyedEngines('', given);
  if (config.type === 'llama' || config.type === 'sandbox') return undefined;
  const { upstream, list } = openList(config, clock);
  try {
    const models = await list({ upstream, signal });
    if (models.length > MAX_MODELS) throw new EngineFault('broken');
    return models;
  } finally {
    await upstream.close();
  }
}

/** The list of an engine, asked for with the headers and the credential of its calls. */
function openList(
  config: ListedConfig,
  clock: Clock,
): { readonly upstream: HttpUpstream; readonly list: List } {
  const { base_url: baseUrl, headers } = config;
  const shared: HttpEngineOptions = { baseUrl, headers, maxConnections: 1, clock };
  const plain = (own: Readonly<Record<string, string>>) => new HttpUpstream(shared, own);
  switch (config.type) {
    case 'openai': {
      const key = config.api_key?.reveal();
      const own = key === undefined ? {} : { authorization: `Bearer ${key}` };
      return { upstream: plain(own), list: (reader) => listOpenAi(reader) };
    }
    case 'anthropic': {
      const key = config.api_key?.reveal();
      const own = { 'anthropic-version': WIRE_VERSION, ...(key === undefined ? {} : { 'x-api-key': key }) };
      return { upstream: plain(own), list: listAnthropic };
    }
    case 'azure-openai':
      return {
        upstream: new HttpUpstream({ ...shared, ...azureCredential(config, clock) }, {}),
        list: listAzure,
      };
    case 'bedrock': {
      // Lists are of another service than calls.
      const control = { ...shared, baseUrl: config.control_url };
      const access = createCredential({ ...config, base_url: config.control_url }, clock);
      const own = 'apiKey' in access ? { authorization: `Bearer ${access.apiKey.reveal()}` } : {};
      return { upstream: new HttpUpstream({ ...control, ...access }, own), list: listBedrock };
    }
    case 'gemini': {
      const key = config.api_key?.reveal();
      const own = key === undefined ? {} : { 'x-goog-api-key': key };
      return { upstream: plain(own), list: (reader) => listGemini(reader, config.api_version) };
    }
    case 'vertex':
      return {
        upstream: new HttpUpstream({ ...shared, ...vertexAccess(config, shared) }, {}),
        list: listVertex,
      };
  }
}
