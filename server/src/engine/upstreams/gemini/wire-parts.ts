import type { Block, ImageBlock, ToolCallBlock } from '../../turns.ts';
import { toCallInput } from '../http/call-input.ts';
import { documentText } from '../http/document-text.ts';

export interface WireText {
  readonly text: string;
  readonly thought?: true;
  readonly thoughtSignature?: string;
}

export interface WireImage {
  readonly inlineData: { readonly mimeType: string; readonly data: string };
}

interface WireCall {
  readonly functionCall: { readonly id: string; readonly name: string; readonly args: object };
  readonly thoughtSignature?: string;
}

interface WireResult {
  readonly functionResponse: {
    readonly id: string;
    readonly name: string;
    readonly response: object;
    readonly parts?: readonly WireImage[];
  };
}

export type WirePart = WireText | WireImage | WireCall | WireResult;

export function toImage({ mediaType, data }: ImageBlock): WireImage {
  return { inlineData: { mimeType: mediaType, data } };
}

export function toCall({ id, name, arguments: text }: ToolCallBlock, thoughtSignature?: string): WireCall {
  const call = { functionCall: { id, name, args: toCallInput(text) } };
  return thoughtSignature === undefined ? call : { ...call, thoughtSignature };
}

export function toParts(blocks: readonly Block[], withReasoning = false): readonly (WireText | WireImage)[] {
  return blocks.flatMap((block): readonly (WireText | WireImage)[] => {
    switch (block.type) {
      case 'text':
      case 'compaction':
        return block.text === '' ? [] : [{ text: block.text }];
      case 'document':
        return [{ text: documentText(block) }];
      case 'image':
        return [toImage(block)];
      case 'reasoning':
        return withReasoning ? [{ text: block.text, thought: true }] : [];
      default:
        return [];
    }
  });
}
