import { z } from 'zod';

/** Servers of OpenAI's form whose deviations are known (D-ENG-26). */
const DIALECT_NAMES = [
  'openai',
  'openai-reasoning',
  'azure-openai',
  'deepseek',
  'mistral',
  'gemini',
  'groq',
  'openrouter',
  'ollama',
  'vllm',
  'sglang',
  'llama.cpp',
  'anthropic',
] as const;

export type DialectName = (typeof DIALECT_NAMES)[number];

export const dialect = () =>
  z
    .enum(DIALECT_NAMES)
    .optional()
    .describe(
      'How the server deviates from the usual form: names of fields, and what it does not take. Left out: found out by use.',
    );

/** How servers of OpenAI's form are asked for a reply (D-ENG-37). */
const OPENAI_APIS = ['chat', 'responses'] as const;

export type OpenAiApi = (typeof OPENAI_APIS)[number];

export const openAiApi = () =>
  z
    .enum(OPENAI_APIS)
    .optional()
    .describe(
      'How replies are asked for: by /chat/completions or /responses. Default: responses with dialect openai-reasoning, which loses its reasoning between calls otherwise; else chat.',
    );
