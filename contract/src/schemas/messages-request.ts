import { z } from 'zod';
import { LIMITS } from '../limits.ts';
import { BOUNDS, mostCharacters, mostItems } from './bounds.ts';
import {
  BuiltinTool,
  ContextManagement,
  McpServers,
  PromptCacheKey,
  reasoning,
  ResponseFormat,
} from './conversation-options.ts';
import { ContentBlock } from './message-blocks.ts';
import { PromptReference } from './prompts/prompt-template.ts';

/** What a system instruction may be made of. */
const SystemText = z.strictObject({ type: z.literal('text'), text: z.string().min(1) });

/** One turn of the conversation (inference contract §2.7). Roles alternate, and the first is the user's. */
export const MessageTurn = z
  .strictObject({
    role: z.enum(['user', 'assistant']),
    content: z
      .union([z.string().min(1), z.array(ContentBlock)])
      .describe('A string is short for one text block.'),
  })
  .meta({ id: 'MessageTurn', description: 'One turn. Instructions belong in system.' });
export type MessageTurn = z.infer<typeof MessageTurn>;

/** A function the model may call, in the definition of chat completions, with `strict` (D-34). */
export const MessageTool = z
  .strictObject({
    type: z.literal('function'),
    function: z.strictObject({
      name: z.string().min(1),
      description: z.string().nullish(),
      parameters: z.record(z.string(), z.unknown()).nullish().describe('JSON Schema of the arguments.'),
      strict: z.boolean().nullish().describe('Arguments follow the schema exactly.'),
    }),
  })
  .meta({ id: 'MessageTool' });

export const MessageToolChoice = z
  .union([
    z.strictObject({ type: z.enum(['auto', 'none', 'any']) }),
    z.strictObject({ type: z.literal('tool'), name: z.string().min(1) }),
  ])
  .meta({ id: 'MessageToolChoice', description: 'any: some tool must be called. tool: the one named.' });

export const Reasoning = reasoning(LIMITS).meta({
  id: 'Reasoning',
  description: 'Neither field: effort medium. Both: refused.',
});
export type Reasoning = z.infer<typeof Reasoning>;

const metadataValue = z
  .string()
  .max(LIMITS.metadata_value_characters)
  .register(BOUNDS, mostCharacters('metadata_value_characters'));
const metadataKey = z
  .string()
  .max(LIMITS.metadata_key_characters)
  .register(BOUNDS, mostCharacters('metadata_key_characters'));
/** `end_user_id` does not count as an entry (D-55). */
export const MessageMetadata = z
  .record(metadataKey, metadataValue)
  .refine(({ end_user_id: user = '', ...entries }) => {
    return (
      user.length <= LIMITS.end_user_id_characters && Object.keys(entries).length <= LIMITS.metadata_entries
    );
  })
  .meta({ id: 'MessageMetadata', description: 'Stored with the usage record, never returned.' });

/**
 * Body of `POST /v1/messages` (inference contract §2.7, D-37 to D-43, D-50, D-53 to D-55). It documents, types and tests; the
 * request path checks the same rules by hand, because their order, codes and paths are part of the contract.
 */
export const MessagesRequest = z
  .strictObject({
    model: z
      .string()
      .min(1)
      .nullish()
      .describe('An id from the models list, exactly. Required unless the template of prompt names one.'),
    messages: z
      .array(MessageTurn)
      .max(LIMITS.messages_turns)
      .register(BOUNDS, mostItems('messages_turns'))
      .nullish()
      .describe('Alternating turns, oldest first. Required without prompt.'),
    max_tokens: z
      .int()
      .min(1)
      .describe('Most output tokens, reasoning included; up to the max_output_tokens of the model.'),
    system: z
      .union([z.string(), z.array(SystemText)])
      .nullish()
      .describe('Instructions for the whole conversation.'),
    stream: z
      .boolean()
      .nullish()
      .meta({ description: 'Whether the reply is sent as an event stream.', default: false }),
    stop_sequences: z
      .array(z.string().min(1))
      .max(LIMITS.stop_sequences)
      .register(BOUNDS, mostItems('stop_sequences'))
      .nullish(),
    temperature: z.number().min(0).max(2).nullish(),
    top_p: z.number().gt(0).max(1).nullish(),
    top_k: z.int().min(1).nullish(),
    tools: z
      .array(z.union([MessageTool, BuiltinTool]))
      .nullish()
      .describe('Functions of the caller, and tools that run on the service’s side.'),
    tool_choice: MessageToolChoice.nullish(),
    parallel_tool_calls: z
      .boolean()
      .nullish()
      .describe('Default true. False allows at most one call per reply.'),
    reasoning: Reasoning.nullish(),
    response_format: ResponseFormat.nullish(),
    context_management: ContextManagement.nullish(),
    mcp_servers: McpServers.nullish(),
    metadata: MessageMetadata.nullish(),
    prompt_cache_key: PromptCacheKey.nullish(),
    prompt: PromptReference.nullish(),
  })
  .refine(({ model, prompt }) => (model ?? prompt ?? null) !== null, { path: ['model'] })
  .refine(({ messages, prompt }) => (messages?.length ?? 0) > 0 || (prompt ?? null) !== null, {
    path: ['messages'],
  })
  .meta({ id: 'MessagesRequest' });
export type MessagesRequest = z.input<typeof MessagesRequest>;
