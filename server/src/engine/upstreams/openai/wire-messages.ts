import type { Block, ImageBlock, ToolResultBlock, Turn } from '../../turns.ts';
import type { FindReply } from '../http/replies-of.ts';
import { documentText } from '../http/document-text.ts';
import { USUAL_FORM, type RequestForm, type SystemRole } from '../http/request-form.ts';

type WirePart =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'image_url'; readonly image_url: { readonly url: string; readonly detail?: string } };

interface WireMessage {
  readonly role: SystemRole | 'assistant' | 'tool';
  readonly content: string | readonly WirePart[] | null;
  readonly reasoning_content?: string;
  readonly tool_calls?: readonly object[];
  readonly tool_call_id?: string;
}

/**
 * Sends reasoning back under the name that servers use for it: those that reason between calls need it,
 * others ignore it. A turn without reasoning, as always in live chat, has no such field.
 */
function toAssistant(turn: Turn, findReply: FindReply, keepsReasoning: boolean): WireMessage {
  let text = '';
  let reasoning = '';
  const calls: object[] = [];
  for (const block of turn.blocks) {
    if (block.type === 'text') text += block.text;
    else if (block.type === 'reasoning') reasoning += block.text;
    else if (block.type === 'tool_call') {
      calls.push({
        id: block.id,
        type: 'function',
        extra_content: signatureOf(block.id, findReply),
        function: { name: block.name, arguments: block.arguments },
      });
    }
  }
  return {
    role: 'assistant',
    content: calls.length > 0 && text === '' ? null : text,
    ...(reasoning === '' || !keepsReasoning ? {} : { reasoning_content: reasoning }),
    ...(calls.length === 0 ? {} : { tool_calls: calls }),
  };
}

/** What the server signed of a call. Undefined fields are omitted. */
function signatureOf(callId: string, findReply: FindReply): object | undefined {
  const reply = findReply(callId);
  const position = reply?.calls.indexOf(callId);
  return reply?.parts.find(({ call }) => call === position)?.value;
}

function toResult({ callId, text, isError }: ToolResultBlock): WireMessage {
  // The protocol has no marker for a failed call, and the model should know.
  return { role: 'tool', tool_call_id: callId, content: isError ? `Error: ${text}` : text };
}

function toImage({ mediaType, data, detail }: ImageBlock): WirePart {
  const url = `data:${mediaType};base64,${data}`;
  return { type: 'image_url', image_url: detail === undefined ? { url } : { url, detail } };
}

function toParts(block: Block): readonly WirePart[] {
  switch (block.type) {
    case 'text':
      return [{ type: 'text', text: block.text }];
    case 'image':
      return [toImage(block)];
    case 'document':
      return [{ type: 'text', text: documentText(block) }];
    // Its text becomes a separate message; its images cannot, and follow all results of the turn.
    case 'tool_result':
      return block.images?.map(toImage) ?? [];
    default:
      return [];
  }
}

/** A plain text if there is nothing else, which all servers understand; adjacent texts form one part. */
function toContent(parts: readonly WirePart[]): string | readonly WirePart[] {
  const joined: WirePart[] = [];
  for (const part of parts) {
    const last = joined.at(-1);
    if (part.type === 'text' && last?.type === 'text')
      joined[joined.length - 1] = { type: 'text', text: last.text + part.text };
    else joined.push(part);
  }
  const [only] = joined;
  return joined.length === 1 && only?.type === 'text' ? only.text : joined;
}

/**
 * Results first, each as its own message: in this protocol nothing may come between calls and their results.
 */
function pushUser(turn: Turn, role: SystemRole, messages: WireMessage[]): void {
  const parts: WirePart[] = [];
  for (const block of turn.blocks) {
    if (block.type === 'tool_result') messages.push(toResult(block));
    parts.push(...toParts(block));
  }
  if (parts.length > 0) messages.push({ role, content: toContent(parts) });
}

/** Converts turns to chat completion messages. */
export function toMessages(
  turns: readonly Turn[],
  findReply: FindReply,
  { systemAs, omitted }: RequestForm = USUAL_FORM,
): readonly object[] {
  const messages: WireMessage[] = [];
  const system = systemAs[0] ?? 'system';
  for (const turn of turns) {
    if (turn.role === 'assistant')
      messages.push(toAssistant(turn, findReply, !omitted.has('reasoning_content')));
    else pushUser(turn, turn.role === 'system' ? system : turn.role, messages);
  }
  return messages;
}
