import type { LimitName } from '@svc/contract';
import { z } from 'zod';
import { headerSecret, httpUrl, requestHeaders } from '../../schema-parts.ts';
import { MAX_TIMER_S } from '../limits-schema.ts';

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

export const timeouts = z
  .strictObject({
    first_output_s: seconds('Seconds until the first output.', 'first_output_timeout_s'),
    silence_s: seconds('Seconds of silence between outputs.', 'output_silence_timeout_s'),
    total_s: seconds('Seconds for the whole request.', 'generation_timeout_s'),
  })
  .prefault({})
  .describe('How long the engine may take.');

export const concurrency = z
  .int()
  .min(1)
  .max(1_000_000)
  .default(512)
  .describe('Maximum concurrent requests to the engine.');

/** Address of a server that operators name. */
export const serverUrl = () => httpUrl().transform((text) => text.replace(/\/+$/, ''));

/** Of an API that has it in its paths. */
export const apiVersion = (usual: string) =>
  z
    .string()
    .regex(/^v\d[a-z0-9]{0,15}$/, `must be a version such as ${usual}`)
    .default(usual)
    .describe('Version of the API.');

export const promptCaching = z
  .enum(['auto', 'caller', 'off'])
  .default('auto')
  .describe(
    'Markers (`cache_control`) that tell the server what to cache. auto: those of the caller, else our own in prompts of 1,024 tokens or more; caller: only those of callers of /compat/anthropic; off: none. Models of Anthropic only.',
  );

const retentionCheck = z
  .strictObject({
    url: httpUrl().describe('Asked with GET; answers {"zero_data_retention": true} or false.'),
    headers: requestHeaders(),
    cache_s: z.int().min(1).max(86_400).default(300).describe('Seconds for which an answer is used.'),
  })
  .optional()
  .describe(
    'Where to look up whether the engine keeps data, before a call of an organization with zero data retention. Default: zero_data_retention of the model is right.',
  );

/** What every engine behind HTTP has, besides its address and credential. */
export const server = {
  headers: requestHeaders(),
  max_concurrency: concurrency.describe(
    'Maximum concurrent requests to the engine, shared by all nodes that use the same REDIS_URL.',
  ),
  timeouts,
  retention_check: retentionCheck,
};

/** Several credentials of one engine. `credential`: the fields by which its type has one. */
export const engineKeys = <Credential extends z.core.$ZodShape>(credential: Credential) =>
  z
    .array(
      z.strictObject({
        name: engineName().describe('Operators see a key by its name only.'),
        weight: z
          .number()
          .min(0)
          .max(1_000_000)
          .default(1)
          .describe('Share of the conversations. 0: only what the other keys cannot take.'),
        max_concurrency: z
          .int()
          .min(1)
          .max(1_000_000)
          .optional()
          .describe("Maximum concurrent requests with this key. Default: the engine's max_concurrency."),
        ...credential,
      }),
    )
    .min(1)
    .max(64)
    .optional()
    .describe(
      'Several keys in place of one. A key that is throttled rests, one that is refused is left out, and calls go on with the next.',
    );

const apiKey = { api_key: headerSecret().optional().describe('Credential the server asks for.') };

/** A server that is known by its address, and may ask for a key. */
export const namedServer = {
  base_url: serverUrl().describe(
    'Address of the server. /chat/completions and /embeddings (openai) or /messages (anthropic) is appended. Private addresses are fine.',
  ),
  ...apiKey,
  keys: engineKeys({ api_key: headerSecret().describe('Credential the server asks for.') }),
  ...server,
};
