import { z } from 'zod';
import { modelId } from './model-schema.ts';

const alias = z
  .string()
  .regex(
    /^[\x21-\x7e]([\x20-\x7e]{0,98}[\x21-\x7e])?$/,
    'must have 1 to 100 printable ASCII characters, no space at either end',
  );

const vendorEndpoints = {
  enabled: z
    .boolean()
    .default(true)
    .describe('False takes these endpoints away: their paths get 404. A reload is enough.'),
  aliases: z
    .record(alias, modelId())
    .default({})
    .describe(
      'Further names of models, such as `gpt-4o: Svc Standard`. `*` stands for any characters; of several patterns that fit, the longest counts.',
    ),
  default_model: modelId()
    .optional()
    .describe('Id of the chat model that answers for any other name. Default: unknown names get 404.'),
};

/** Items are kept for a conversation that goes on, not for good. */
const MAX_KEPT_HOURS = 720;

const openAiEndpoints = {
  ...vendorEndpoints,
  keep_items_hours: z
    .int()
    .min(0)
    .max(MAX_KEPT_HOURS)
    .default(24)
    .describe(
      'For how long the output of responses is kept, so that later requests can name its items by id. 0 keeps nothing. Never for organizations with zero data retention. A reload is enough.',
    ),
};

/** `compat`: the endpoints that speak other vendors' protocols. */
export const compatSchema = z
  .strictObject({
    openai: z.strictObject(openAiEndpoints).prefault({}).describe('Endpoints for clients made for OpenAI.'),
    anthropic: z
      .strictObject(vendorEndpoints)
      .prefault({})
      .describe('Endpoints for clients made for Anthropic.'),
  })
  .prefault({})
  .describe("Endpoints that speak other vendors' protocols.");
