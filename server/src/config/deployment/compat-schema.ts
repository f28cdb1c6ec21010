import { z } from 'zod';
import { modelId } from './model-schema.ts';

const alias = z
  .string()
  .regex(
    /^[\x21-\x7e]([\x20-\x7e]{0,98}[\x21-\x7e])?$/,
    'must have 1 to 100 printable ASCII characters, no space at either end',
  );

const door = (vendor: string) =>
  z
    .strictObject({
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
    })
    .prefault({})
    .describe(`Endpoints for clients made for ${vendor}.`);

/** `compat`: the endpoints that speak other vendors' protocols. */
export const compatSchema = z
  .strictObject({ openai: door('OpenAI'), anthropic: door('Anthropic') })
  .prefault({})
  .describe("Endpoints that speak other vendors' protocols.");
