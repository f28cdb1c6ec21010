import type { DialectName } from '#config';
import type { RequestFormat } from '../http/request-format.ts';

/** Settings of sampling, none of which a reasoning model takes. */
const SAMPLING = ['temperature', 'top_p', 'top_k', 'presence_penalty', 'frequency_penalty'];

/**
 * How servers of OpenAI's form want requests, where that is not what most want (D-ENG-27). What a table does not say is found out by
 * use. Replies are read alike in all.
 */
export const DIALECTS: Readonly<Record<DialectName, Partial<RequestFormat>>> = {
  openai: { omitted: new Set(['top_k']) },
  'openai-reasoning': {
    maxTokensAs: ['max_completion_tokens'],
    systemAs: ['developer'],
    omitted: new Set(SAMPLING),
  },
  'azure-openai': { omitted: new Set(['top_k']) },
  deepseek: {},
  mistral: {
    seedAs: 'random_seed',
    anyToolAs: 'any',
    callIdsAs: 'nine_characters',
    omitted: new Set(['stream_options', 'prompt_cache_key', 'top_k']),
  },
  gemini: { unsignedCallsAs: 'marked' },
  groq: { maxTokensAs: ['max_completion_tokens'] },
  openrouter: { effortAs: 'object' },
  ollama: { omitted: new Set(['tool_choice']) },
  vllm: {},
  sglang: {},
  'llama.cpp': {},
  anthropic: {},
};
