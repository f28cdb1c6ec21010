import { describe, expect, it } from 'vitest';
import { contextOf } from './listed-context.ts';
import { dialectOf } from './listed-dialect.ts';

describe('what the entry of a list tells (D-ENG-34)', () => {
  it.each([
    ['vLLM', { id: 'm', owned_by: 'vllm', max_model_len: 8192 }, 'vllm', 8192],
    ['SGLang', { id: 'm', owned_by: 'sglang', max_model_len: 8192 }, 'sglang', 8192],
    ['llama.cpp', { id: 'm', owned_by: 'llamacpp', meta: { n_ctx_train: 8192 } }, 'llama.cpp', undefined],
    ['Ollama', { id: 'm:latest', owned_by: 'library' }, 'ollama', undefined],
    ['DeepSeek', { id: 'deepseek-chat', owned_by: 'deepseek' }, 'deepseek', undefined],
    ['Mistral', { id: 'm', owned_by: 'mistralai', max_context_length: 32_768 }, 'mistral', 32_768],
    ['Groq', { id: 'm', owned_by: 'OpenAI', active: true, context_window: 131_072 }, 'groq', 131_072],
    ['OpenRouter', { id: 'o/m', context_length: 131_072, top_provider: {} }, 'openrouter', 131_072],
    ['OpenAI', { id: 'gpt', owned_by: 'system' }, 'openai', undefined],
    ['OpenAI', { id: 'gpt', owned_by: 'openai' }, 'openai', undefined],
    ['Anthropic', { id: 'claude-x', type: 'model', display_name: 'X', max_input_tokens: 9 }, 'anthropic', 9],
    ['Gemini', { id: 'models/gemini-x', owned_by: 'google' }, 'gemini', undefined],
    ['Gemini by itself', { name: 'models/gemini-x', inputTokenLimit: 1_048_576 }, undefined, 1_048_576],
    ['nobody known', { id: 'm', owned_by: 'acme' }, undefined, undefined],
    ['a name of every object', { id: 'm', owned_by: 'constructor' }, undefined, undefined],
    ['nothing', {}, undefined, undefined],
    [
      'values that are none',
      { id: 7, owned_by: null, context_length: '9', top_provider: null },
      undefined,
      undefined,
    ],
    ['no size', { context_length: 0 }, undefined, undefined],
    ['a negative size', { context_length: -1 }, undefined, undefined],
    ['half a token', { context_length: 1.5 }, undefined, undefined],
    ['a size beyond belief', { context_length: 1e15 }, undefined, undefined],
    ['the first size that is one', { max_model_len: null, context_length: 7 }, undefined, 7],
  ])('%s', (_, entry, dialect, maxContextTokens) => {
    expect({ ...dialectOf(entry), ...contextOf(entry) }).toEqual({
      ...(dialect && { dialect }),
      ...(maxContextTokens && { maxContextTokens }),
    });
  });
});
