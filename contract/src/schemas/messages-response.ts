import { z } from 'zod';
import { OutputBlock } from './message-blocks.ts';

const count = z.int().min(0);

/** Why a reply ended; a closed list (D-44). */
export const MessageStopReason = z
  .enum([
    'end_turn',
    'max_tokens',
    'context_window',
    'stop_sequence',
    'tool_call',
    'pause',
    'refusal',
    'content_filter',
  ])
  .meta({ id: 'MessageStopReason' });

/** Tokens of one request (inference contract §2.7). */
export const MessageUsage = z
  .strictObject({
    input_tokens: count.describe('All input, the cached part included.'),
    cached_input_tokens: count,
    output_tokens: count.describe('All output, reasoning included.'),
    reasoning_tokens: count,
    server_tool_use: z
      .strictObject({
        web_search_requests: count.min(1).optional(),
        web_fetch_requests: count.min(1).optional(),
        mcp_tool_calls: count.min(1).optional(),
      })
      .optional()
      .describe('How often tools ran on the service’s side; absent where none did.'),
  })
  .meta({ id: 'MessageUsage' });
export type MessageUsage = z.infer<typeof MessageUsage>;

/** What context management did before the reply (D-39). */
export const ContextManagementReport = z
  .strictObject({
    applied_edits: z
      .array(z.strictObject({ type: z.enum(['compact', 'clear_tool_results']), cleared_input_tokens: count }))
      .min(1),
  })
  .meta({ id: 'ContextManagementReport' });
export type ContextManagementReport = z.infer<typeof ContextManagementReport>;

const message = {
  id: z.string().regex(/^msg_/),
  type: z.literal('message'),
  role: z.literal('assistant'),
  model: z.string(),
  content: z.array(OutputBlock).describe('In the order the model wrote them.'),
  stop_reason: MessageStopReason,
  stop_sequence: z.string().nullable().describe('The stop string the reply ended on, else null.'),
  usage: MessageUsage,
  context_management: ContextManagementReport.optional(),
  request_id: z.string().describe('As in the x-svc-request-id header.'),
};

/** The answer of `POST /v1/messages` (inference contract §2.7). */
export const Message = z.strictObject(message).meta({ id: 'Message' });
export type Message = z.infer<typeof Message>;

/** The message a stream begins with: nothing is written yet, and why it will end is not known (D-49). */
export const OpeningMessage = z
  .strictObject({
    ...message,
    content: z.array(OutputBlock).length(0),
    stop_reason: z.null(),
    stop_sequence: z.null(),
  })
  .meta({ id: 'OpeningMessage' });
