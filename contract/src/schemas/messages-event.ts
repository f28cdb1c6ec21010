import { z } from 'zod';
import { Citation } from './citation.ts';
import { ErrorEnvelope } from './error.ts';
import {
  ContextManagementReport,
  MessageStopReason,
  MessageUsage,
  OpeningMessage,
} from './messages-response.ts';

const index = z.int().min(0);

/** A block as it starts: its fields are there and empty. */
const StartedBlock = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('text'), text: z.literal('') }),
  z.strictObject({ type: z.literal('reasoning'), text: z.literal(''), signature: z.literal('') }),
  z.strictObject({ type: z.literal('compaction'), summary: z.literal('') }),
  z.strictObject({
    type: z.literal('tool_call'),
    id: z.string().min(1),
    name: z.string().min(1),
    input: z.strictObject({}),
  }),
]);

/** The signature comes with the last delta of a reasoning block (D-47). */
const Delta = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('text_delta'), text: z.string() }),
  z.strictObject({ type: z.literal('citation_delta'), citation: Citation }),
  z.strictObject({ type: z.literal('input_json_delta'), partial_json: z.string() }),
  z.strictObject({ type: z.literal('reasoning_delta'), text: z.string(), signature: z.string().optional() }),
]);

/** The data of one event of a streamed message; its `event:` line repeats `type` (inference contract §4.2, D-49). */
export const MessageEvent = z
  .discriminatedUnion('type', [
    z.strictObject({ type: z.literal('message_start'), message: OpeningMessage }),
    z.strictObject({ type: z.literal('block_start'), index, block: StartedBlock }),
    z.strictObject({ type: z.literal('block_delta'), index, delta: Delta }),
    z.strictObject({ type: z.literal('block_stop'), index }),
    z.strictObject({
      type: z.literal('message_delta'),
      stop_reason: MessageStopReason,
      stop_sequence: z.string().nullable(),
      usage: MessageUsage,
      context_management: ContextManagementReport.optional(),
    }),
    z.strictObject({ type: z.literal('message_stop') }),
    z.strictObject({ type: z.literal('ping') }),
    z.strictObject({ type: z.literal('error'), error: ErrorEnvelope.shape.error, request_id: z.string() }),
  ])
  .meta({ id: 'MessageEvent' });
export type MessageEvent = z.infer<typeof MessageEvent>;
