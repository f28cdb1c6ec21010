import { z } from 'zod';

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

export const requestFormat = z
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
