import { createHash } from 'node:crypto';
import type { Block, ImageBlock, ToolResultBlock, Turn } from '../../turns.ts';
import type { FindReply } from '../http/replies-of.ts';
import { UNKNOWN_SIGNATURE } from './call-signature.ts';
import { documentText } from '../http/document-text.ts';
import { DEFAULT_REQUEST_FORMAT, type RequestFormat, type SystemRole } from '../http/request-format.ts';

const NINE_CHARACTERS = /^[A-Za-z0-9]{9}$/;

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
function toAssistant(turn: Turn, findReply: FindReply, format: RequestFormat): WireMessage {
  let text = '';
  let reasoning = '';
  const calls: object[] = [];
  let missing = missingSignature(turn, findReply, format);
  for (const block of turn.blocks) {
    if (block.type === 'text') text += block.text;
    else if (block.type === 'reasoning') reasoning += block.text;
    else if (block.type === 'tool_call') {
      calls.push({
        id: toWireId(block.id, format),
        type: 'function',
        extra_content: signatureOf(block.id, findReply) ?? missing,
        function: { name: block.name, arguments: block.arguments },
      });
      missing = undefined;
    }
  }
  return {
    role: 'assistant',
    content: calls.length > 0 && text === '' ? null : text,
    ...(reasoning === '' || format.omitted.has('reasoning_content') ? {} : { reasoning_content: reasoning }),
    ...(calls.length === 0 ? {} : { tool_calls: calls }),
  };
}

/** The same in every round, so that calls and results find each other (D-ENG-19). */
function toWireId(id: string, { callIdsAs }: RequestFormat): string {
  if (callIdsAs === 'ours' || NINE_CHARACTERS.test(id)) return id;
  return createHash('sha256').update(id).digest('hex').slice(0, 9);
}

/** Of the first call of a turn that no reply of this server is known to have made. */
function missingSignature(
  { blocks }: Turn,
  findReply: FindReply,
  { unsignedCallsAs }: RequestFormat,
): object | undefined {
  const isKnown = (): boolean => blocks.some((block) => block.type === 'tool_call' && findReply(block.id));
  return unsignedCallsAs === 'plain' || isKnown() ? undefined : UNKNOWN_SIGNATURE;
}

/** What the server signed of a call. Undefined fields are omitted. */
function signatureOf(callId: string, findReply: FindReply): object | undefined {
  const reply = findReply(callId);
  const position = reply?.calls.indexOf(callId);
  return reply?.parts.find(({ call }) => call === position)?.value;
}

function toResult({ callId, text, isError }: ToolResultBlock, format: RequestFormat): WireMessage {
  // The protocol has no marker for a failed call, and the model should know.
  return { role: 'tool', tool_call_id: toWireId(callId, format), content: isError ? `Error: ${text}` : text };
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
function pushUser(turn: Turn, format: RequestFormat, messages: WireMessage[]): void {
  const role = turn.role === 'system' ? (format.systemAs[0] ?? 'system') : 'user';
  const parts: WirePart[] = [];
  for (const block of turn.blocks) {
    if (block.type === 'tool_result') messages.push(toResult(block, format));
    parts.push(...toParts(block));
  }
  if (parts.length > 0) messages.push({ role, content: toContent(parts) });
}

/** Converts turns to chat completion messages. */
export function toMessages(
  turns: readonly Turn[],
  findReply: FindReply,
  format: RequestFormat = DEFAULT_REQUEST_FORMAT,
): readonly object[] {
  const messages: WireMessage[] = [];
  for (const turn of turns) {
    if (turn.role === 'assistant') messages.push(toAssistant(turn, findReply, format));
    else pushUser(turn, format, messages);
  }
  return messages;
}
