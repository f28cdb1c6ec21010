import type { Turn } from '../../turns.ts';
import type { FindReply } from '../http/replies-of.ts';
import { toSignedContent } from './signed-content.ts';
import { documentAsText, toContent, type ToDocument, type WireBlock, type WireText } from './wire-blocks.ts';

export interface WireMessage {
  readonly role: 'user' | 'assistant';
  readonly content: WireBlock[];
}

/** Inserted when a conversation does not begin with a user turn, which this protocol requires. */
const OPENING: WireMessage = { role: 'user', content: [{ type: 'text', text: 'Begin.' }] };

/** All instructions, wherever they occur: the protocol has one field for them. */
export function toSystem(turns: readonly Turn[]): readonly WireBlock[] {
  return turns.filter(({ role }) => role === 'system').flatMap(({ blocks }) => toContent(blocks));
}

/**
 * Reasoning of a turn is sent where it is needed to continue: it led to calls, or the turn goes on. Not by how long ago that was, because a
 * turn that changes in a later round spoils what a cache has behind it.
 */
function toTurnContent(
  { role, blocks }: Turn,
  isLast: boolean,
  { findReply, toDocument }: Writing,
): WireBlock[] {
  const hasCalls = role === 'assistant' && blocks.some(({ type }) => type === 'tool_call');
  return hasCalls
    ? toSignedContent(blocks, findReply)
    : toContent(blocks, { withReasoning: isLast, toDocument });
}

interface Writing {
  readonly findReply: FindReply;
  readonly toDocument: ToDocument;
}

/** Moves results first: nothing may come between calls and their results. */
function resultsFirst(content: readonly WireBlock[]): WireBlock[] {
  const isToolResult = ({ type }: WireBlock): boolean => type === 'tool_result';
  return [...content.filter(isToolResult), ...content.filter((block) => !isToolResult(block))];
}

/** A reply to be continued must not end in whitespace. */
function trimEnd(content: WireBlock[]): WireBlock[] {
  const last = content.at(-1);
  if (last?.type !== 'text') return content;
  return [...content.slice(0, -1), { ...last, text: last.text.trimEnd() } satisfies WireText];
}

/**
 * Converts turns to messages, a user's first: adjacent turns of one role become one message, and empty ones
 * are dropped.
 */
export function* toMessages(
  turns: readonly Turn[],
  findReply: FindReply,
  toDocument: ToDocument = documentAsText,
): Generator<WireMessage> {
  let open: WireMessage | undefined;
  for (const [i, turn] of turns.entries()) {
    const { role } = turn;
    if (role === 'system') continue;
    const content = toTurnContent(turn, i === turns.length - 1, { findReply, toDocument });
    if (content.length === 0) continue;
    if (open?.role === role) {
      open.content.push(...content);
      continue;
    }
    if (!open && role === 'assistant') yield OPENING;
    if (open) yield { role: open.role, content: resultsFirst(open.content) };
    open = { role, content };
  }
  if (!open) yield OPENING;
  else
    yield open.role === 'user'
      ? { role: 'user', content: resultsFirst(open.content) }
      : { role: 'assistant', content: trimEnd(open.content) };
}
