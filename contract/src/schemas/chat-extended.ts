import { z } from 'zod';
import { LIMITS } from '../limits.ts';
import { BOUNDS, mostCharacters, mostItems } from './bounds.ts';
import {
  AssistantMessage,
  ChatCompletionRequest,
  SystemMessage,
  TextPart,
  ToolCall,
  ToolMessage,
} from './chat-request.ts';
import {
  BuiltinTool,
  ContextManagement,
  McpServers,
  PromptCacheKey,
  ResponseFormat,
} from './conversation-options.ts';
import { MessageMetadata, MessageTool, Reasoning } from './messages-request.ts';
import { PromptReference } from './prompts/prompt-template.ts';

const detail = z.enum(['auto', 'low', 'high']).nullish();
const fileId = z.string().min(1);

/** A part of a user message (D-34). */
const ChatPart = z
  .discriminatedUnion('type', [
    TextPart.strict(),
    z.strictObject({
      type: z.literal('image_url'),
      image_url: z.strictObject({ url: z.string().regex(/^(https|data):/), detail }),
    }),
    z.strictObject({
      type: z.literal('image_file'),
      image_file: z.strictObject({ file_id: fileId, detail }),
    }),
    z.strictObject({
      type: z.literal('file'),
      file: z.union([
        z.strictObject({ file_id: fileId }),
        z.strictObject({ filename: z.string().min(1), file_data: z.string().startsWith('data:') }),
      ]),
    }),
  ])
  .meta({ id: 'ChatPart' });

const position = z.int();

/** Where a text of an earlier reply had its support (D-34); places in the content in code points, ends exclusive. */
const SentAnnotation = z
  .discriminatedUnion('type', [
    z.strictObject({
      type: z.literal('url_citation'),
      url_citation: z.strictObject({
        url: z.string(),
        title: z.string(),
        start_index: position,
        end_index: position,
      }),
    }),
    z.strictObject({
      type: z.literal('file_citation'),
      file_citation: z.strictObject({
        file_id: z.string().nullable(),
        filename: z.string().nullable(),
        quote: z.string(),
        page: position.nullable(),
        start_index: position,
        end_index: position,
      }),
    }),
  ])
  .meta({ id: 'SentAnnotation' });

/** Chunks of a stream are numbered, and clients that join them may leave the numbers in. */
const index = z.int().optional();
const SentCall = ToolCall.extend({ function: ToolCall.shape.function.strict(), index }).strict();
const reasoning = z.array(z.strictObject({ text: z.string(), signature: z.string(), index })).nullish();

const ExtendedMessage = z.union([
  SystemMessage.strict(),
  z.strictObject({
    role: z.literal('user'),
    content: z.union([
      z.string(),
      z.array(ChatPart).min(1).max(LIMITS.text_parts).register(BOUNDS, mostItems('text_parts')),
    ]),
  }),
  AssistantMessage.safeExtend({
    tool_calls: z.array(SentCall).nullish(),
    reasoning,
    annotations: z.array(SentAnnotation).nullish(),
  }).strict(),
  ToolMessage.strict(),
]);

const penalty = z.number().min(-2).max(2).nullish();

/**
 * Body of a chat completion with the additions, behind `chat-extensions-2026-12-01` (inference contract §4.3, D-33, D-34).
 * It documents, types and tests; the request path checks the same rules by hand. Fields not listed are refused.
 */
export const ExtendedChatRequest = ChatCompletionRequest.extend({
  messages: z
    .array(ExtendedMessage)
    .max(LIMITS.chat_messages)
    .register(BOUNDS, mostItems('chat_messages'))
    .nullish()
    .describe('Oldest first. Required without prompt.'),
  tools: z.array(z.union([MessageTool, BuiltinTool])).nullish(),
  tool_choice: z
    .union([
      z.enum(['auto', 'none', 'required']),
      z.strictObject({ type: z.literal('function'), function: z.strictObject({ name: z.string().min(1) }) }),
    ])
    .nullish(),
  stop: z
    .union([
      z.string().min(1),
      z.array(z.string().min(1)).max(LIMITS.stop_sequences).register(BOUNDS, mostItems('stop_sequences')),
    ])
    .nullish(),
  user: z
    .string()
    .max(LIMITS.end_user_id_characters)
    .register(BOUNDS, mostCharacters('end_user_id_characters'))
    .nullish(),
  metadata: MessageMetadata.nullish(),
  temperature: z.number().min(0).max(2).nullish(),
  top_p: z.number().gt(0).max(1).nullish(),
  top_k: z.int().min(1).nullish(),
  seed: z.int().nullish(),
  presence_penalty: penalty,
  frequency_penalty: penalty,
  reasoning: Reasoning.nullish(),
  response_format: ResponseFormat.nullish(),
  context_management: ContextManagement.nullish().describe('Of the edits only clear_tool_results.'),
  mcp_servers: McpServers.nullish(),
  citations: z
    .strictObject({ enabled: z.boolean().nullish() })
    .nullish()
    .describe('Of all documents of the request.'),
  prompt_cache_key: PromptCacheKey.nullish(),
  prompt: PromptReference.nullish(),
  parallel_tool_calls: z.boolean().nullish().describe('Default true.'),
  stream_options: z
    .strictObject({ include_usage: z.boolean().nullish() })
    .nullish()
    .describe('Default true.'),
  n: z.literal(1).nullish(),
  logprobs: z.literal(false).nullish(),
})
  .strict()
  .refine(({ messages, prompt }) => (messages?.length ?? 0) > 0 || (prompt ?? null) !== null, {
    path: ['messages'],
  })
  .meta({ id: 'ExtendedChatRequest' });

/** How many tokens a prompt has (D-36). */
export const ChatTokenCount = z
  .strictObject({
    object: z.literal('chat.completion.token_count'),
    model: z.string(),
    prompt_tokens: z.int().min(0).describe('What a call would report, the identity instruction included.'),
  })
  .meta({ id: 'ChatTokenCount' });
export type ChatTokenCount = z.infer<typeof ChatTokenCount>;
