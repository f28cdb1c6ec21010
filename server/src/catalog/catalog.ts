import { readFileSync } from 'node:fs';
import type { Capability } from '@svc/contract';
import type { Decimal, EngineConfig } from '#config';

/** What is known of a model. Prices are list prices in dollars per 1M tokens. */
export interface CatalogModel {
  readonly id: string;
  /** Other names that its vendor has for it. */
  readonly names?: readonly string[];
  readonly kind: 'chat' | 'embedding';
  readonly input: Decimal;
  readonly cached_input?: Decimal;
  readonly output?: Decimal;
  readonly context_window?: number;
  readonly max_output_tokens?: number;
  /** Those that it has. Absent: not known. */
  readonly capabilities?: readonly Capability[];
}

/** The file beside this one, which `scripts/generate/catalog.ts` makes. */
export interface Catalog {
  readonly source: string;
  readonly date: string;
  /** `address`: a pattern of the vendor's. */
  readonly vendors: Readonly<
    Record<string, { readonly address: string; readonly models: readonly CatalogModel[] }>
  >;
}

export function loadCatalog(): Catalog {
  return JSON.parse(readFileSync(new URL('catalog.json', import.meta.url), 'utf8')) as Catalog;
}

const OF_DIALECTS: Readonly<Record<string, readonly string[]>> = {
  anthropic: ['anthropic'],
  deepseek: ['deepseek'],
  gemini: ['google'],
  groq: ['groq'],
  mistral: ['mistral'],
  // What a server of the operator's own costs is in no list.
  ollama: [],
  vllm: [],
  sglang: [],
  'llama.cpp': [],
};
/** Behind a gateway only names of models that nobody else may run say what they are. */
const BEHIND_GATEWAYS = ['openai', 'anthropic', 'google'];

/** Whose prices an engine's models have, the first that knows a model. */
export function vendorsOf({ vendors }: Catalog, engine: EngineConfig): readonly string[] {
  switch (engine.type) {
    case 'llama':
    case 'sandbox':
      return [];
    case 'azure-openai':
      return ['azure', 'openai', 'deepseek', 'x-ai', 'mistral', 'cohere'];
    case 'bedrock':
      return ['aws'];
    case 'gemini':
    case 'vertex':
      return ['google'];
    case 'openai':
    case 'anthropic': {
      const found = Object.entries(vendors).find(([, { address }]) =>
        new RegExp(`^(?:${address})(?=[:/]|$)`).test(engine.base_url),
      );
      if (found) return [found[0]];
      if (engine.type === 'anthropic') return ['anthropic'];
      return OF_DIALECTS[engine.dialect ?? ''] ?? BEHIND_GATEWAYS;
    }
  }
}
