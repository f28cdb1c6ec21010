import { z } from 'zod';
import { Annotation } from './citation.ts';
import { ChatUsage, FinishReason } from './chat-response.ts';

/** A piece of a streamed tool call. `id`, `type` and `name` come only with the first piece of each index (D-27). */
export const ToolCallPiece = z
  .object({
    index: z.int().min(0),
    id: z.string().optional(),
    type: z.literal('function').optional(),
    function: z.object({ name: z.string().optional(), arguments: z.string().optional() }).optional(),
  })
  .meta({
    id: 'ToolCallPiece',
    description: 'A piece of a tool call. Join the arguments of all pieces with the same index.',
  });
export type ToolCallPiece = z.infer<typeof ToolCallPiece>;

const choice = z.object({
  index: z.literal(0),
  delta: z.object({
    role: z.literal('assistant').optional(),
    content: z.string().nullable().optional(),
    tool_calls: z.array(ToolCallPiece).optional(),
    reasoning: z
      .array(z.object({ index: z.int().min(0), text: z.string(), signature: z.string().optional() }))
      .optional()
      .describe('Pieces of reasoning. The signature comes with the last piece of its index.'),
    annotations: z.array(Annotation).min(1).optional(),
  }),
  finish_reason: FinishReason.nullable(),
});

/** One event of the stream (inference contract §2.5, D-26). The chunk with `usage` has no choice; `data: [DONE]` follows it. */
export const ChatCompletionChunk = z
  .object({
    id: z.string(),
    object: z.literal('chat.completion.chunk'),
    created: z.int().min(0).describe('Unix time in seconds, the same in all chunks of a reply.'),
    model: z.string(),
    choices: z.array(choice).max(1),
    usage: ChatUsage.optional().describe('Only in the last chunk, whose choices are empty.'),
  })
  .meta({ id: 'ChatCompletionChunk' });
export type ChatCompletionChunk = z.infer<typeof ChatCompletionChunk>;
