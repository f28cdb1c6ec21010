import { z } from 'zod';
import { Annotation } from './citation.ts';
import { ToolCall } from './chat-request.ts';

const count = z.int().min(0);

export const FinishReason = z.enum(['stop', 'length', 'tool_calls']).meta({
  id: 'FinishReason',
  description:
    'stop: the model finished. length: max_tokens or the context window was reached. tool_calls: the reply waits for results.',
});
export type FinishReason = z.infer<typeof FinishReason>;

/** Tokens of one request (inference contract §2.4). */
export const ChatUsage = z
  .object({
    prompt_tokens: count.describe('Input tokens, the identity instruction included.'),
    completion_tokens: count.describe('Output tokens.'),
    total_tokens: count.describe('The sum of both.'),
    cached_tokens: count
      .optional()
      .describe('The part of the prompt served from cache, billed at the cached rate.'),
  })
  .meta({ id: 'ChatUsage' });
export type ChatUsage = z.infer<typeof ChatUsage>;

const choice = z.object({
  index: z.literal(0),
  message: z.object({
    role: z.literal('assistant'),
    content: z.string().nullable().describe('Empty or null when the reply holds only tool calls.'),
    tool_calls: z.array(ToolCall).optional(),
    reasoning: z
      .array(z.object({ text: z.string(), signature: z.string() }))
      .optional()
      .describe('How the model came to it, where reasoning was asked for. Sent back unchanged.'),
    annotations: z
      .array(Annotation)
      .min(1)
      .optional()
      .describe('What the reply cites, where citations were asked for (CHAT-88).'),
  }),
  finish_reason: FinishReason,
});

/** The answer with `stream: false` (inference contract §2.4). */
export const ChatCompletion = z
  .object({
    id: z.string(),
    object: z.literal('chat.completion'),
    created: count.describe('Unix time in seconds.'),
    model: z.string(),
    choices: z.array(choice).length(1),
    usage: ChatUsage,
  })
  .meta({ id: 'ChatCompletion' });
export type ChatCompletion = z.infer<typeof ChatCompletion>;
