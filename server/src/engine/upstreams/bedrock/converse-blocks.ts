import type { CacheControl } from '../../turns.ts';
import type { WireBlock, WireDocument, WireImage, WireText } from '../anthropic/wire-blocks.ts';
import type { DocumentNames } from './document-names.ts';
import type { ModelTraits } from './model-family.ts';

/** What the blocks of one request share. */
export interface BlockContext {
  readonly traits: ModelTraits;
  readonly documentNames: DocumentNames;
}

/** Converse's content of a message, with a cache point behind each block that carries a marker. */
export function toConverseBlocks(blocks: readonly WireBlock[], context: BlockContext): object[] {
  return blocks.flatMap((block) => [
    toConverseBlock(block, context),
    ...cachePointsOf(block.cache_control, context.traits),
  ]);
}

/** `ttl` is Claude's alone. */
export function cachePointsOf(marker: CacheControl | undefined, { isAnthropic }: ModelTraits): object[] {
  if (!marker) return [];
  const ttl = isAnthropic ? marker.ttl : undefined;
  return [{ cachePoint: { type: 'default', ...(ttl === undefined ? {} : { ttl }) } }];
}

function toConverseBlock(block: WireBlock, context: BlockContext): object {
  switch (block.type) {
    case 'text':
      return { text: block.text };
    case 'image':
      return toImage(block);
    case 'document':
      return toDocument(block, context.documentNames);
    case 'thinking':
      return {
        reasoningContent: { reasoningText: { text: block.thinking, signature: block.signature } },
      };
    case 'redacted_thinking':
      return { reasoningContent: { redactedContent: block.data } };
    case 'tool_use':
      return { toolUse: { toolUseId: block.id, name: block.name, input: block.input } };
    case 'tool_result':
      return toResult(block, context.traits);
  }
}

function toImage({ source }: WireImage): object {
  return {
    image: { format: source.media_type.slice('image/'.length), source: { bytes: source.data } },
  };
}

function toDocument({ title, text }: WireDocument, names: DocumentNames): object {
  const bytes = Buffer.from(text).toString('base64');
  return { document: { format: 'txt', name: names.next(title), source: { bytes } } };
}

type WireResult = Extract<WireBlock, { readonly type: 'tool_result' }>;

function toResult(
  { tool_use_id: toolUseId, content = [], is_error: isError }: WireResult,
  traits: ModelTraits,
): object {
  return {
    toolResult: {
      toolUseId,
      content: content.map((part: WireText | WireImage) =>
        part.type === 'text' ? { text: part.text } : toImage(part),
      ),
      ...(isError && traits.takesRichResults ? { status: 'error' } : {}),
    },
  };
}
