import type { Turn } from '../../turns.ts';
import { toContent, type WireBlock, type WireText } from './wire-blocks.ts';

interface WireMessage {
  readonly role: 'user' | 'assistant';
  readonly content: WireBlock[];
}

/** Said where a conversation does not begin with its user, as one on this wire must. */
const OPENING: WireMessage = { role: 'user', content: [{ type: 'text', text: 'Begin.' }] };

/** All instructions, wherever they stand: the wire form has one place for them. Undefined without any. */
export function toSystem(turns: readonly Turn[]): readonly WireBlock[] | undefined {
  const texts = turns.filter(({ role }) => role === 'system').flatMap(({ blocks }) => toContent(blocks));
  return texts.length > 0 ? texts : undefined;
}

function isResult({ blocks }: Turn): boolean {
  return blocks.some(({ type }) => type === 'tool_result');
}

/**
 * Where the turn of the assistant that is under way began: behind the last thing the user said of their own. What was
 * reasoned since then is needed to go on; what was reasoned before is left out, as servers of this wire drop it themselves.
 */
function currentTurn(turns: readonly Turn[]): number {
  return turns.findLastIndex((turn) => turn.role === 'user' && !isResult(turn));
}

/** Results come before all else: nothing may stand between calls and their results. */
function resultsFirst(content: readonly WireBlock[]): WireBlock[] {
  const isAnswer = ({ type }: WireBlock): boolean => type === 'tool_result';
  return [...content.filter(isAnswer), ...content.filter((block) => !isAnswer(block))];
}

/** A reply to be continued may not end in space. */
function trimEnd(content: WireBlock[]): WireBlock[] {
  const last = content.at(-1);
  if (last?.type !== 'text') return content;
  return [...content.slice(0, -1), { type: 'text', text: last.text.trimEnd() } satisfies WireText];
}

/** Messages by turns, the user's first: turns of one role become one message, and those that say nothing none. */
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
