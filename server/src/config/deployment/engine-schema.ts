import type { LimitName } from '@svc/contract';
import { z } from 'zod';
import { dialect } from './dialect-schema.ts';
import { MAX_TIMER_S } from './limits-schema.ts';
import { httpUrl, requestHeaders, secretText } from '../schema-parts.ts';

/** Fields of a chat completion that a server may refuse, and that can be left out. */
const OMITTABLE_FIELDS = [
  'stream_options',
  'parallel_tool_calls',
  'prompt_cache_key',
  'reasoning_content',
  'reasoning_effort',
  'temperature',
  'top_p',
  'top_k',
  'presence_penalty',
  'frequency_penalty',
  'seed',
  'strict',
] as const;

/** Names are used in references within the file only. */
export const engineName = () =>
  z
    .string()
    .regex(
      /^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$/,
      'the name must have 1 to 64 letters, digits, ".", "_" or "-", and start with a letter or digit',
    );

const seconds = (what: string, limit: LimitName) =>
  z.number().positive().max(MAX_TIMER_S).optional().describe(`${what} Default: limits.${limit}.`);

const timeouts = z
  .strictObject({
    first_output_s: seconds('Seconds until the first output.', 'first_output_timeout_s'),
    silence_s: seconds('Seconds of silence between outputs.', 'output_silence_timeout_s'),
    total_s: seconds('Seconds for the whole request.', 'generation_timeout_s'),
  })
  .prefault({})
  .describe('How long the engine may take.');

const concurrency = z
  .int()
  .min(1)
  .max(1_000_000)
  .default(512)
  .describe('Maximum concurrent requests to the engine.');

const http = {
  base_url: httpUrl()
    .transform((text) => text.replace(/\/+$/, ''))
    .describe(
      'Address of the server. /chat/completions and /embeddings (openai) or /messages (anthropic) is appended. Private addresses are fine.',
    ),
  api_key: secretText().optional().describe('Credential the server asks for.'),
  headers: requestHeaders(),
  max_concurrency: concurrency.describe(
    'Maximum concurrent requests to the engine, shared by all nodes that use the same REDIS_URL.',
  ),
  timeouts,
};

const requestFormat = z
  .strictObject({
    max_tokens_as: z
      .enum(['max_tokens', 'max_completion_tokens'])
      .optional()
      .describe('Name of the output limit. Default: max_tokens, and the other once the server asks for it.'),
    system_as: z
      .enum(['system', 'developer', 'user'])
      .optional()
      .describe('Role of system messages. Default: system, and the next once the server refuses it.'),
    omit: z
      .array(z.enum(OMITTABLE_FIELDS))
      .default([])
      .describe('Fields that are never sent, although a request has them.'),
  })
  .optional()
  .describe(
    'How requests are written. What a server refuses by name is found out and remembered until the next reload; this saves the first attempt.',
  );

const openai = z
  .strictObject({
    type: z.literal('openai').describe('A server that speaks the OpenAI wire form.'),
    ...http,
    embeddings_per_request: z
      .int()
      .min(1)
      .max(2048)
      .default(256)
      .describe(
        'Most texts the server takes in one embeddings request. More are sent in several, eight at a time.',
      ),
    response_formats: z
      .array(z.enum(['json_object', 'json_schema']))
      .default(['json_object', 'json_schema'])
      .describe(
        'Forms of a reply the server keeps when sent `response_format`. The others are asked for in the prompt.',
      ),
    dialect: dialect(),
    request: requestFormat,
  })
  .describe('A server that speaks the OpenAI wire form.');

const anthropic = z
  .strictObject({
    type: z.literal('anthropic').describe('A server that speaks the Anthropic wire form.'),
    ...http,
    prompt_caching: z
      .enum(['auto', 'caller', 'off'])
      .default('auto')
      .describe(
        'Markers (`cache_control`) that tell the server what to cache. auto: those of the caller, else our own in prompts of 1,024 tokens or more; caller: only those of callers of /compat/anthropic; off: none.',
      ),
  })
  .describe('A server that speaks the Anthropic wire form.');

const llama = z
  .strictObject({
    type: z.literal('llama').describe('A GGUF file run in the process.'),
    model_path: z
      .string()
      .min(1)
      .describe('The GGUF file. A relative path starts at the configuration file.'),
    context_size: z
      .int()
      .min(128)
      .max(4_194_304)
      .default(4096)
      .describe('Tokens of context the model is loaded with.'),
    // The library refuses a ninth sequence in a context.
    max_concurrency: z
      .int()
      .min(1)
      .max(8)
      .default(8)
      .describe('Maximum concurrent conversations; each has its own context in memory.'),
    timeouts,
  })
  .describe('A GGUF file run in the process.');

const sandbox = z
  .strictObject({
    type: z
      .literal('sandbox')
      .describe('The built-in deterministic substitute for a model, which needs nothing.'),
    max_concurrency: concurrency,
    timeouts,
  })
  .describe('The built-in deterministic substitute for a model, which needs nothing.');

/** One entry of `engines`. */
export const engineSchema = z.discriminatedUnion('type', [openai, anthropic, llama, sandbox]);
