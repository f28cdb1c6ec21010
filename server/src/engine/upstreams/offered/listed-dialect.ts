import type { DialectName } from '#config';
import type { OfferedModel } from './offered-model.ts';
import { type Page, textIn } from './read-page.ts';

/** Values of `owned_by` that one kind of server alone gives its models. */
const OWNERS: Readonly<Record<string, DialectName>> = {
  vllm: 'vllm',
  sglang: 'sglang',
  llamacpp: 'llama.cpp',
  library: 'ollama',
  deepseek: 'deepseek',
  mistralai: 'mistral',
  openai: 'openai',
  'openai-internal': 'openai',
  system: 'openai',
};

/** The dialect of a server, by how it lists a model. Empty where the entry could be anybody's. */
export function dialectOf(entry: Page): Pick<OfferedModel, 'dialect'> {
  const dialect = recognize(entry);
  return dialect ? { dialect } : {};
}

function recognize(entry: Page): DialectName | undefined {
  // These two list models of many owners, OpenAI among them.
  if (isObject(entry['top_provider'])) return 'openrouter';
  if (typeof entry['active'] === 'boolean' && typeof entry['context_window'] === 'number') return 'groq';
  if (entry['type'] === 'model' && textIn(entry, 'display_name') !== undefined)
    return textIn(entry, 'id')?.startsWith('claude-') ? 'anthropic' : undefined;
  const owner = textIn(entry, 'owned_by')?.toLowerCase();
  if (owner === 'google') return textIn(entry, 'id')?.startsWith('models/') ? 'gemini' : undefined;
  return owner !== undefined && Object.hasOwn(OWNERS, owner) ? OWNERS[owner] : undefined;
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}
