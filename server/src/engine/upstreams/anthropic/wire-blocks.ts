import type {
  Block,
  CacheControl,
  ImageBlock,
  ReasoningBlock,
  ToolCallBlock,
  ToolResultBlock,
} from '../../turns.ts';
import { toCallInput } from '../http/call-input.ts';
import { documentText } from '../http/document-text.ts';

/** What may carry a marker of the cache. */
export interface Marked {
  readonly cache_control?: CacheControl;
}

export interface WireText extends Marked {
  readonly type: 'text';
  readonly text: string;
}

interface WireImage extends Marked {
  readonly type: 'image';
  readonly source: { readonly type: 'base64'; readonly media_type: string; readonly data: string };
}

export type WireBlock =
  | WireText
  | WireImage
  | (Marked & { readonly type: 'thinking'; readonly thinking: string; readonly signature: string })
  | (Marked & { readonly type: 'redacted_thinking'; readonly data: string })
  | (Marked & {
      readonly type: 'tool_use';
      readonly id: string;
      readonly name: string;
      readonly input: object;
    })
  | (Marked & {
      readonly type: 'tool_result';
      readonly tool_use_id: string;
      readonly content?: readonly (WireText | WireImage)[];
      readonly is_error?: true;
    });

function toText(text: string): WireText {
  return { type: 'text', text };
}

function toImage({ mediaType, data }: ImageBlock): WireImage {
  return { type: 'image', source: { type: 'base64', media_type: mediaType, data } };
}

function toCall({ id, name, arguments: text }: ToolCallBlock): WireBlock {
  return { type: 'tool_use', id, name, input: toCallInput(text) };
}

/** In this protocol a failed call may only contain text: its images follow in the user's content. */
function toResult({ callId, text, images = [], isError }: ToolResultBlock): WireBlock[] {
  const texts = isBlank(text) ? [] : [toText(text)];
  const pictures = images.map(toImage);
  const content = isError ? texts : [...texts, ...pictures];
  const result = {
    type: 'tool_result' as const,
    tool_use_id: callId,
    ...(content.length > 0 ? { content } : {}),
    ...(isError ? { is_error: true as const } : {}),
  };
  return isError ? [result, ...pictures] : [result];
}

/** Reasoning without its server's signature, which is not known for all of it: only its visible text is sent. */
function toReasoning({ text }: ReasoningBlock): WireText {
  return toText(`<thinking>\n${text}\n</thinking>\n\n`);
}

function isBlank(text: string): boolean {
  return text.trim() === '';
}

function toWireBlocks(block: Block, withReasoning: boolean): readonly WireBlock[] {
  switch (block.type) {
    case 'text':
    case 'compaction':
      return [toText(block.text)];
    case 'image':
      return [toImage(block)];
    case 'document':
      return [toText(documentText(block))];
    case 'tool_call':
      return [toCall(block)];
    case 'tool_result':
      return toResult(block);
    case 'reasoning':
      return withReasoning ? [toReasoning(block)] : [];
  }
}

/** The marker of a block stands on the last of those that it becomes. */
function withMarker(blocks: readonly WireBlock[], block: Block): readonly WireBlock[] {
  const cacheControl = 'cacheControl' in block ? block.cacheControl : undefined;
  const last = blocks.at(-1);
  return last && cacheControl ? [...blocks.slice(0, -1), { ...last, cache_control: cacheControl }] : blocks;
}

/**
 * A turn's content. Blank texts become part of the one before, because servers refuse them alone. Other texts stay apart, wherever
 * markers stand: joined, a block would change with the markers of the round, and with it all that a cache has behind it.
 */
export function toContent(blocks: readonly Block[], withReasoning = false): WireBlock[] {
  const content: WireBlock[] = [];
  for (const block of blocks.flatMap((item) => withMarker(toWireBlocks(item, withReasoning), item))) {
    const last = content.at(-1);
    if (block.type !== 'text' || !isBlank(block.text)) content.push(block);
    else if (last?.type === 'text')
      content[content.length - 1] = { ...last, ...block, text: last.text + block.text };
  }
  return content;
}
