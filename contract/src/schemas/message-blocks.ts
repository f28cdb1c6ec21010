import { z } from 'zod';
import { Citation, SentCitation } from './citation.ts';

const text = { type: z.literal('text'), text: z.string().min(1) };
const TextBlock = z.strictObject(text).meta({ id: 'TextBlock' });

/** As it was sent back: what it cited is checked and is no part of the prompt (D-42). */
const SentTextBlock = z
  .strictObject({ ...text, citations: z.array(SentCitation).nullish() })
  .meta({ id: 'SentTextBlock' });

const BLOCK_SOURCE = z
  .discriminatedUnion('type', [
    z.strictObject({ type: z.literal('url'), url: z.string().min(1) }),
    z.strictObject({ type: z.literal('base64'), media_type: z.string().min(1), data: z.string().min(1) }),
    z.strictObject({ type: z.literal('file'), file_id: z.string().min(1) }),
  ])
  .meta({ id: 'BlockSource' });

/** PNG, JPEG, WebP or GIF, by its bytes (D-53). */
const ImageBlock = z
  .strictObject({ type: z.literal('image'), source: BLOCK_SOURCE })
  .meta({ id: 'ImageBlock' });

const DocumentBlock = z
  .strictObject({
    type: z.literal('document'),
    source: BLOCK_SOURCE,
    title: z.string().nullish(),
    citations: z
      .strictObject({ enabled: z.boolean().nullish() })
      .nullish()
      .describe('The same on all documents of a request.'),
  })
  .meta({ id: 'DocumentBlock' });

/** A call the model asks for. Its input is an object, not a text. */
const ToolCallBlock = z
  .strictObject({
    type: z.literal('tool_call'),
    id: z.string().min(1),
    name: z.string().min(1),
    input: z.record(z.string(), z.unknown()),
  })
  .meta({ id: 'ToolCallBlock' });

const ToolResultBlock = z
  .strictObject({
    type: z.literal('tool_result'),
    tool_call_id: z.string().min(1),
    content: z.union([z.string(), z.array(z.discriminatedUnion('type', [TextBlock, ImageBlock]))]).nullish(),
    is_error: z.boolean().nullish(),
  })
  .meta({ id: 'ToolResultBlock' });

/** Sent back exactly as received: the signature vouches for the text (D-45). */
const ReasoningBlock = z
  .strictObject({ type: z.literal('reasoning'), text: z.string(), signature: z.string() })
  .meta({ id: 'ReasoningBlock' });

/** Replaces everything before it (D-39). Only the service creates one. */
const CompactionBlock = z
  .strictObject({ type: z.literal('compaction'), summary: z.string().min(1) })
  .meta({ id: 'CompactionBlock' });

/** Any block of a request (inference contract §2.7). Which role may hold which is checked by hand. */
export const ContentBlock = z
  .discriminatedUnion('type', [
    SentTextBlock,
    ImageBlock,
    DocumentBlock,
    ToolCallBlock,
    ToolResultBlock,
    ReasoningBlock,
    CompactionBlock,
  ])
  .meta({ id: 'ContentBlock' });

/** Text of a reply. What has citations is supported by them as a whole; the next text is a block of its own (MSG-27). */
const OutputTextBlock = TextBlock.extend({ citations: z.array(Citation).min(1).optional() }).meta({
  id: 'OutputTextBlock',
});

/** Any block of a reply. */
export const OutputBlock = z
  .discriminatedUnion('type', [ReasoningBlock, OutputTextBlock, ToolCallBlock, CompactionBlock])
  .meta({ id: 'OutputBlock' });
export type OutputBlock = z.infer<typeof OutputBlock>;
