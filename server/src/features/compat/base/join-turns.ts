import type { Block, TextBlock, Turn } from '#engine';
import type { CallParts } from '#features/conversation';

/** A block, and where it stood among the turns that were sent. */
interface SentBlock {
  readonly block: Block;
  readonly turn: number;
  readonly index: number;
}

interface JoinedTurn {
  readonly role: Turn['role'];
  readonly sent: SentBlock[];
}

type Place = { readonly turn: number; readonly block: number };

/**
 * The turns as every engine takes them (COMPG-10, COMPG-11): those of one role in a row are one, the instructions at the
 * start are one system turn and later ones are reminders of the user, results of tools come first in their turn, and
 * nothing is empty. What `parts` refers to by position moves along.
 */
export function joinTurns(
  turns: readonly Turn[],
  parts: Pick<CallParts, 'pending' | 'earlierReplies'>,
): Turn[] {
  if (parts.earlierReplies.length === 0 && turns.every((turn, i) => isReady(turn, turns[i - 1])))
    return [...turns];
  const joined = groupByRole(turns).map(({ role, sent }) => ({ role, sent: resultsFirst(sent) }));
  moveParts(parts, joined);
  return joined.map(({ role, sent }) => ({ role, blocks: separateTexts(role, sent) }));
}

/** Most calls are: one block in each turn, and nobody twice in a row. It stays as it is, and so do positions. */
function isReady({ role, blocks: [block, ...others] }: Turn, before: Turn | undefined): boolean {
  const isInPlace = role === 'system' ? before === undefined : role !== before?.role;
  return isInPlace && others.length === 0 && block !== undefined && isSaid(block);
}

function groupByRole(turns: readonly Turn[]): JoinedTurn[] {
  const joined: JoinedTurn[] = [];
  for (const [turn, { role, blocks }] of turns.entries()) {
    const isLate = role === 'system' && joined.some((earlier) => earlier.role !== 'system');
    const sent = keptBlocks(role, blocks).map(([index, block]) => ({
      block: isLate ? toReminder(block) : block,
      turn,
      index,
    }));
    if (sent.length === 0) continue;
    const last = joined.at(-1);
    const asRole = isLate ? 'user' : role;
    if (last?.role === asRole) last.sent.push(...sent);
    else joined.push({ role: asRole, sent });
  }
  return joined;
}

const isSaid = (block: Block): boolean => block.type !== 'text' || block.text !== '';

/** Without empty texts. A user who says nothing has still had their turn. */
function keptBlocks(role: Turn['role'], blocks: readonly Block[]): [index: number, block: Block][] {
  const all = [...blocks.entries()];
  const kept = all.filter(([, block]) => isSaid(block));
  return kept.length === 0 && role === 'user' ? all.slice(0, 1) : kept;
}

/** Many chat templates refuse instructions in the middle, and some engines would move them to the start. */
function toReminder(block: Block): Block {
  return block.type === 'text'
    ? { ...block, text: `<system-reminder>${block.text}</system-reminder>` }
    : block;
}

function resultsFirst(sent: readonly SentBlock[]): SentBlock[] {
  const said = sent.filter(({ block }) => isSaid(block));
  const isResult = ({ block }: SentBlock): boolean => block.type === 'tool_result';
  if (said.length === 0) return sent.slice(0, 1);
  return [...said.filter(isResult), ...said.filter((each) => !isResult(each))];
}

/** Engines read texts that follow each other as one: what was sent apart is kept apart. */
function separateTexts(role: Turn['role'], sent: readonly SentBlock[]): Block[] {
  return sent.map(({ block, turn }, i) => {
    const next = sent[i + 1];
    const isApart = next?.block.type === 'text' && (role === 'system' || next.turn !== turn);
    return isApart && block.type === 'text' ? withBreak(block) : block;
  });
}

function withBreak(block: TextBlock): TextBlock {
  return { ...block, text: `${block.text}\n\n` };
}

function moveParts(
  { pending, earlierReplies }: Pick<CallParts, 'pending' | 'earlierReplies'>,
  joined: readonly JoinedTurn[],
): void {
  if (pending.length === 0 && earlierReplies.length === 0) return;
  const places = new Map<string, Place>();
  for (const [turn, { sent }] of joined.entries())
    for (const [block, each] of sent.entries()) places.set(`${each.turn}.${each.index}`, { turn, block });
  for (const [i, content] of pending.entries()) {
    const place = places.get(`${content.position.turn}.${content.position.block}`);
    if (place) pending[i] = { ...content, position: { ...content.position, ...place } };
  }
  const replies = earlierReplies.flatMap((reply) => {
    const moved = reply.reasoning.flatMap(({ position, signature }) => {
      const place = places.get(`${reply.turn}.${position}`);
      return place ? [{ ...place, signature }] : [];
    });
    const [first] = moved;
    const reasoning = moved.map(({ block, signature }) => ({ position: block, signature }));
    return first ? [{ ...reply, turn: first.turn, reasoning }] : [];
  });
  earlierReplies.splice(0, earlierReplies.length, ...replies);
}
