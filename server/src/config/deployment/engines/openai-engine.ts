import { z } from 'zod';
import { dialect, openAiApi } from '../dialect-schema.ts';
import { namedServer } from './engine-parts.ts';
import { requestFormat } from './request-format-schema.ts';

/** What is known of any server that speaks the OpenAI wire form. */
export const openAiFields = {
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
  api: openAiApi(),
  request: requestFormat,
};

export const openai = z
  .strictObject({
    type: z.literal('openai').describe('A server that speaks the OpenAI wire form.'),
    ...namedServer,
    ...openAiFields,
  })
  .describe('A server that speaks the OpenAI wire form.');
