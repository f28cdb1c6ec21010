import { z } from 'zod';
import { LIMITS } from '../limits.ts';
import { BOUNDS, mostItems } from './bounds.ts';

/** A piece of message text; the pieces of one message are joined in order (D-23). */
export const TextPart = z.object({ type: z.literal('text'), text: z.string() }).meta({
  id: 'TextPart',
  description: 'A piece of message text. The pieces of one message are joined in order.',
});
export type TextPart = z.infer<typeof TextPart>;

const content = z.union([
  z.string(),
  z.array(TextPart).min(1).max(LIMITS.text_parts).register(BOUNDS, mostItems('text_parts')),
]);

/** A function call the model asked for, in a reply or sent back (inference contract §2.3). */
export const ToolCall = z
  .object({
    id: z.string().min(1).describe('Opaque; its form may change.'),
    type: z.literal('function'),
    function: z.object({
      name: z.string().min(1),
      arguments: z
        .string()
        .describe('The arguments as JSON text. A model may write invalid JSON, so parse it with care.'),
    }),
  })
  .meta({ id: 'ToolCall', description: 'A function call the model asks the caller to run.' });
export type ToolCall = z.infer<typeof ToolCall>;

export const SystemMessage = z.object({ role: z.literal('system'), content }).meta({
  id: 'SystemMessage',
  description: 'Instructions for the whole conversation, sent once at its start.',
});
export const UserMessage = z.object({ role: z.literal('user'), content }).meta({ id: 'UserMessage' });
export const AssistantMessage = z
  .object({
    role: z.literal('assistant'),
    content: content.nullish(),
    tool_calls: z.array(ToolCall).nullish(),
  })
  .refine(
    (message) =>
      typeof message.content === 'string' || !!message.content || (message.tool_calls?.length ?? 0) > 0,
    {
      path: ['content'],
      message: 'content may be left out only beside tool_calls',
    },
  )
  .meta({
    id: 'AssistantMessage',
    description: 'An earlier reply. Its content may be left out only beside tool_calls.',
  });
export const ToolMessage = z
  .object({ role: z.literal('tool'), content, tool_call_id: z.string().min(1) })
  .meta({ id: 'ToolMessage', description: 'The result of the tool call named by tool_call_id.' });

/** One message of the conversation (inference contract §2.2). */
export const ChatMessage = z
  .discriminatedUnion('role', [SystemMessage, UserMessage, AssistantMessage, ToolMessage])
  .meta({ id: 'ChatMessage', description: 'One message of the conversation.' });
export type ChatMessage = z.infer<typeof ChatMessage>;

/** A function the model may ask to call (inference contract §2.3). */
export const FunctionTool = z
  .object({
    type: z.literal('function'),
    function: z.object({
      name: z.string().min(1).describe('Letters, digits, underscores and hyphens are the safe choice.'),
      description: z
        .string()
        .nullish()
        .describe('Plain language the model reads to decide when to call the function.'),
      parameters: z.record(z.string(), z.unknown()).nullish().describe('JSON Schema of the arguments.'),
    }),
  })
  .meta({ id: 'FunctionTool', description: 'A function the model may ask to call.' });
export type FunctionTool = z.infer<typeof FunctionTool>;

/** Whether and what the model may call (inference contract §2.1). */
export const ToolChoice = z
  .union([
    z.enum(['auto', 'none']),
    z.object({ type: z.literal('function'), function: z.object({ name: z.string().min(1) }) }),
  ])
  .meta({
    id: 'ToolChoice',
    description: 'auto: the model decides. none: no calls. An object names the one function to call.',
  });
export type ToolChoice = z.infer<typeof ToolChoice>;

/**
 * Body of a chat completion as it works today (inference contract §2.1, D-09, D-22, D-23). It documents, types and tests;
 * the request path checks the same rules by hand, because their order and speed are part of the contract. Fields not
 * listed are ignored.
 */
export const ChatCompletionRequest = z
  .object({
    messages: z
      .array(ChatMessage)
      .min(1)
      .max(LIMITS.chat_messages)
      .register(BOUNDS, mostItems('chat_messages'))
      .describe('The conversation, oldest message first.'),
    model: z
      .string()
      .min(1)
      .optional()
      .describe('A name from the models list, exactly. The default model answers when it is left out.'),
    stream: z
      .boolean()
      .default(true)
      .describe('Whether the reply is sent as an event stream. False returns one JSON object.'),
    max_tokens: z
      .int()
      .min(1)
      .nullish()
      .describe("Most tokens the reply may contain. A value above the model's ceiling is lowered to it."),
    tools: z.array(FunctionTool).nullish().describe('Functions the model may ask to call.'),
    tool_choice: ToolChoice.nullish(),
  })
  .meta({ id: 'ChatCompletionRequest' });
export type ChatCompletionRequest = z.input<typeof ChatCompletionRequest>;
