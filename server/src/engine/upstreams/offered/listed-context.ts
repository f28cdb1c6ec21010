import type { OfferedModel } from './offered-model.ts';
import type { Page } from './read-page.ts';

/**
 * Members of an entry that hold the context window: of vLLM and SGLang, OpenRouter and Together, Groq, Mistral, Anthropic, Gemini.
 * Not `n_ctx_train` of llama.cpp: servers are started with less.
 */
const MEMBERS = [
  'max_model_len',
  'context_length',
  'context_window',
  'max_context_length',
  'max_input_tokens',
  'inputTokenLimit',
];
const MAX_PLAUSIBLE_TOKENS = 100_000_000;

/** Empty where the engine does not say. */
export function contextOf(entry: Page): Pick<OfferedModel, 'maxContextTokens'> {
  const sizes = MEMBERS.map((member) => entry[member]);
  const maxContextTokens = sizes.find(isSize);
  return maxContextTokens === undefined ? {} : { maxContextTokens };
}

function isSize(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) > 0 && (value as number) <= MAX_PLAUSIBLE_TOKENS;
}
