import {
  AGENT_TOOLS,
  CAPABILITIES,
  MODEL_FAMILIES,
  SERVER_TOOLS,
  SURFACES,
  type Capability,
} from '@svc/contract';
import { z } from 'zod';
import { decimal } from '../schema-parts.ts';
import { dialect, openAiApi } from './dialect-schema.ts';

/** Ids travel in headers and paths: printable ASCII, with spaces and capitals, none at the ends. */
const MODEL_ID = /^[\x21-\x7e]([\x20-\x7e]{0,98}[\x21-\x7e])?$/;
export function isModelId(text: string): boolean {
  return MODEL_ID.test(text);
}

export const modelId = () =>
  z.string().regex(MODEL_ID, 'must have 1 to 100 printable ASCII characters, no space at either end');

const FLAG_NOTES: Record<Capability, string> = {
  tools: 'Function tools.',
  parallel_tool_calls: 'Several tool calls in one reply.',
  strict_tools: 'Tool arguments that follow their schema.',
  json_object: 'Replies that are a JSON object.',
  json_schema: 'Replies that follow a JSON Schema.',
  vision: 'Images in the prompt.',
  documents: 'Documents in the prompt.',
  citations: 'Citations of documents.',
  reasoning: 'Reasoning before the answer.',
  temperature: 'The temperature parameter.',
  top_p: 'The top_p parameter.',
  top_k: 'The top_k parameter.',
  penalties: 'Presence and frequency penalties.',
  seed: 'The seed parameter.',
};

const flag = (capability: Capability) => z.boolean().default(false).describe(FLAG_NOTES[capability]);

const capabilities = z
  .strictObject({
    ...(Object.fromEntries(CAPABILITIES.map((capability) => [capability, flag(capability)])) as Record<
      Capability,
      ReturnType<typeof flag>
    >),
    server_tools: z
      .array(z.enum([...SERVER_TOOLS, ...AGENT_TOOLS]))
      .default([])
      .describe('Built-in tools a request or an agent may name.'),
  })
  .prefault({})
  .describe('What a request may use. A flag that is left out is false.');

/** Prices of tokens, whoever pays whom. */
const rates = {
  currency: z.literal('usd').default('usd').describe('Currency of the rates.'),
  input: decimal(1_000_000).describe('Per 1M input tokens.'),
  cached_input: decimal(1_000_000)
    .optional()
    .describe('Per 1M input tokens read from cache. Default: the input rate.'),
  output: decimal(1_000_000).optional().describe('Per 1M output tokens. Required for a chat model.'),
};

const cacheWrite = (otherwise: string) =>
  decimal(1_000_000)
    .optional()
    .describe(`Per 1M input tokens written to the cache of the engine. Default: ${otherwise}.`);

const cost = z
  .strictObject({ ...rates, cache_write: cacheWrite('1.25 times the input rate') })
  .describe(
    'What the engine costs the operator, in batches as well. Left out: not known. Only operators see it.',
  );

const route = z
  .strictObject({
    engine: z.string().describe('Name of an entry of engines.'),
    model: z
      .string()
      .min(1)
      .max(256)
      .optional()
      .describe("The engine's own name for the model; never shown to a caller. Default: the model's id."),
    priority: z.int().min(0).max(1000).default(1).describe('Routes are tried from the lowest number up.'),
    weight: z
      .number()
      .min(0)
      .max(1_000_000)
      .default(1)
      .describe('Share among routes of equal priority. 0: only what the others cannot take.'),
    dialect: dialect(),
    api: openAiApi(),
    cost: cost.optional(),
  })
  .describe('One place the model is answered.');

const pricing = z
  .strictObject({
    ...rates,
    cache_write: cacheWrite('the input rate'),
    batch_discount: decimal(1)
      .optional()
      .describe('Share taken off in a batch, 0 to 1. Default: limits.batch_discount_share.'),
  })
  .describe('Retail rates of credit-paid use. Left out: free of charge.');

const weight = z.number().min(0).max(10_000).multipleOf(0.01).optional();
const weights = z
  .strictObject({
    input: weight.describe(
      'Per input token. Default: 1, for an embedding model limits.embeddings_allowance_weight.',
    ),
    cached_input: weight.describe(
      'Per input token read from cache. Default: 1, for an embedding model limits.embeddings_allowance_weight.',
    ),
    output: weight.describe('Per output token. Default: 1.'),
  })
  .describe('Units of the plan allowance a token takes, in steps of 0.01.');

const prefix = z.string().max(2000).default('');
const inputPrefixes = z
  .strictObject({
    document: prefix.describe('Before texts to be found.'),
    query: prefix.describe('Before texts to search with (`input_type: query`).'),
  })
  .prefault({})
  .describe(
    'Of an embedding model: what it was trained to see before each text, such as "query: ". Its tokens count.',
  );

const moment = () => z.iso.datetime({ offset: true, error: 'must be a time such as 2026-11-01T00:00:00Z' });
const deprecation = z
  .strictObject({
    announced_at: moment().describe('When the retirement was announced.'),
    retires_at: moment().describe('When the model stops answering.'),
    replacement: modelId().nullable().default(null).describe('Id of the model to use instead.'),
  })
  .nullable()
  .default(null)
  .describe('Set once a retirement is scheduled.');

/** One entry of `models`. */
export const modelSchema = z
  .strictObject({
    id: modelId().describe('The public id and display name, exact including spaces and capitals.'),
    kind: z.enum(['chat', 'embedding']).default('chat').describe('What the model does.'),
    family: z.enum(MODEL_FAMILIES).default('svc').describe('The family callers see.'),
    description: z.string().max(500).default('').describe('Short text callers see.'),
    default: z
      .boolean()
      .default(false)
      .describe('Answers chat completions that name no model. Exactly one chat model must have it.'),
    created: z.int().min(0).max(253_402_300_799).default(1_767_225_600).describe('Unix seconds.'),
    routes: z.array(route).min(1).max(64).describe('Where the model is answered.'),
    sticky: z
      .enum(['conversation', 'none'])
      .default('conversation')
      .describe(
        'conversation: calls of a workspace that begin alike take the same of several equal routes while it works, so that its prompt cache helps. none: each call is distributed by itself.',
      ),
    context_window: z
      .int()
      .min(1)
      .max(100_000_000)
      .optional()
      .describe('Tokens, prompt plus reply. Default: 262144, for an embedding model 8192.'),
    max_output_tokens: z
      .int()
      .min(0)
      .max(100_000_000)
      .optional()
      .describe(
        'Most tokens of a reply. Default: 16384 or the context window if that is smaller; 0 for an embedding model.',
      ),
    capabilities,
    pricing: pricing.optional(),
    plan_weights: weights.prefault({}),
    surfaces: z
      .array(z.enum(SURFACES))
      .min(1)
      .optional()
      .describe('Where the model is offered. Default: everywhere, for an embedding model api.'),
    input_prefixes: inputPrefixes,
    zero_data_retention: z
      .boolean()
      .default(false)
      .describe('Whether organizations with zero data retention may use the model.'),
    deprecation,
  })
  .describe('A model callers may name.');
