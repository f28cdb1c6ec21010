import type { Turn } from '../../turns.ts';
import { toContent, type WireBlock, type WireText } from './wire-blocks.ts';

interface WireMessage {
  readonly role: 'user' | 'assistant';
  readonly content: WireBlock[];
}

/** Inserted when a conversation does not begin with a user turn, which this protocol requires. */
const OPENING: WireMessage = { role: 'user', content: [{ type: 'text', text: 'Begin.' }] };

/** All instructions, wherever they occur: the protocol has one field for them. Undefined without any. */
export function toSystem(turns: readonly Turn[]): readonly WireBlock[] | undefined {
  const texts = turns.filter(({ role }) => role === 'system').flatMap(({ blocks }) => toContent(blocks));
  return texts.length > 0 ? texts : undefined;
}

function isResult({ blocks }: Turn): boolean {
  return blocks.some(({ type }) => type === 'tool_result');
}

/**
 * Where the assistant's current turn began: after the user's last own message. Reasoning since then is needed
 * to continue; earlier reasoning is omitted, as servers of this protocol drop it themselves.
 */
function currentTurn(turns: readonly Turn[]): number {
  return turns.findLastIndex((turn) => turn.role === 'user' && !isResult(turn));
}

/** Moves results first: nothing may come between calls and their results. */
function resultsFirst(content: readonly WireBlock[]): WireBlock[] {
  const isAnswer = ({ type }: WireBlock): boolean => type === 'tool_result';
  return [...content.filter(isAnswer), ...content.filter((block) => !isAnswer(block))];
}

/** A reply to be continued must not end in whitespace. */
function trimEnd(content: WireBlock[]): WireBlock[] {
  const last = content.at(-1);
  if (last?.type !== 'text') return content;
  return [...content.slice(0, -1), { type: 'text', text: last.text.trimEnd() } satisfies WireText];
}

/**
 * Converts turns to messages, a user's first: adjacent turns of one role become one message, and empty ones
 * are dropped.
 */
export function* toMessages(turns: readonly Turn[]): Generator<WireMessage> {
  const current = currentTurn(turns);
  let open: WireMessage | undefined;
  for (const [i, { role, blocks }] of turns.entries()) {
    if (role === 'system') continue;
    const content = toContent(blocks, i > current);
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
