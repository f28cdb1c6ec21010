import type { SignedPart, SignedReply } from '../../../engine-memory.ts';
import type { Block, ImageBlock, ToolCallBlock, ToolResultBlock, Turn } from '../../../turns.ts';
import { documentText } from '../../http/document-text.ts';
import type { FindReply } from '../../http/replies-of.ts';
import type { RequestFormat, SystemRole } from '../../http/request-format.ts';

type InputPart =
  | { readonly type: 'input_text'; readonly text: string }
  | { readonly type: 'input_image'; readonly image_url: string; readonly detail: 'low' | 'high' | 'auto' };

type InputItem =
  | { readonly role: SystemRole | 'user'; readonly content: string | readonly InputPart[] }
  | { readonly role: 'assistant'; readonly content: string }
  | {
      readonly type: 'function_call';
      readonly call_id: string;
      readonly name: string;
      readonly arguments: string;
    }
  | {
      readonly type: 'function_call_output';
      readonly call_id: string;
      readonly output: string | readonly InputPart[];
    };

function toImage({ mediaType, data, detail }: ImageBlock): InputPart {
  return { type: 'input_image', image_url: `data:${mediaType};base64,${data}`, detail: detail ?? 'auto' };
}

function toPart(block: Block): readonly InputPart[] {
  switch (block.type) {
    case 'text':
      return [{ type: 'input_text', text: block.text }];
    case 'image':
      return [toImage(block)];
    case 'document':
      return [{ type: 'input_text', text: documentText(block) }];
    default:
      return [];
  }
}

/** A plain text where there is nothing else. */
function toContent(parts: readonly InputPart[]): string | readonly InputPart[] {
  const texts = parts.flatMap((part) => (part.type === 'input_text' ? [part.text] : []));
  return texts.length === parts.length ? texts.join('') : parts;
}

/** Images stand inside the result (D-ENG-21). The protocol has no marker for a failed call, and the model should know. */
function toResult({ callId, text, images = [], isError }: ToolResultBlock): InputItem {
  const said = isError ? `Error: ${text}` : text;
  const parts: InputPart[] = said === '' && images.length > 0 ? [] : [{ type: 'input_text', text: said }];
  parts.push(...images.map(toImage));
  return { type: 'function_call_output', call_id: callId, output: toContent(parts) };
}

function toUserItems(turn: Turn, { systemAs }: RequestFormat): InputItem[] {
  const role = turn.role === 'system' ? (systemAs[0] ?? 'system') : 'user';
  const results = turn.blocks.filter((block) => block.type === 'tool_result').map(toResult);
  const parts = turn.blocks.flatMap(toPart);
  return parts.length === 0 ? results : [...results, { role, content: toContent(parts) }];
}

function toText(blocks: readonly Block[]): InputItem[] {
  const text = blocks.map((block) => (block.type === 'text' ? block.text : '')).join('');
  return text === '' ? [] : [{ role: 'assistant', content: text }];
}

/** What the server made itself stands where it stood. Its words, which is all that callers see of it, cannot be sent back. */
function toCallItems(
  before: readonly Block[],
  call: ToolCallBlock,
  reply: SignedReply | undefined,
): object[] {
  const { id, name, arguments: args } = call;
  const item: InputItem = { type: 'function_call', call_id: id, name, arguments: args };
  if (!reply) return [...toText(before), item];
  const position = reply.calls.indexOf(id);
  const parts = reply.parts.filter((part) => part.call === position);
  return [
    ...valuesOf(parts.filter(({ afterText }) => !afterText)),
    ...toText(before),
    ...valuesOf(parts.filter(({ afterText }) => afterText)),
    item,
  ];
}

function valuesOf(parts: readonly SignedPart[]): object[] {
  return parts.map(({ value }) => value);
}

function toAssistantItems({ blocks }: Turn, findReply: FindReply): object[] {
  const items: object[] = [];
  let before: Block[] = [];
  for (const block of blocks) {
    if (block.type !== 'tool_call') {
      before.push(block);
      continue;
    }
    items.push(...toCallItems(before, block, findReply(block.id)));
    before = [];
  }
  return [...items, ...toText(before)];
}

/** Converts turns to the items of a Responses request. */
export function toInputItems(turns: readonly Turn[], findReply: FindReply, format: RequestFormat): object[] {
  return turns.flatMap((turn) =>
    turn.role === 'assistant' ? toAssistantItems(turn, findReply) : toUserItems(turn, format),
  );
}
