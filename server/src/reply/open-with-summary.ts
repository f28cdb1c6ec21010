import { summaryTurn, type Conversation } from '#engine';

/**
 * The conversation with a compaction block, which is first in it when there is one, as words that engines understand. Only
 * here: each adapter would otherwise need words of its own, and many engines refuse a prompt that the assistant begins.
 */
export function openWithSummary<T extends Conversation>(conversation: T): T {
  const { turns } = conversation;
  const index = turns.findIndex(({ role }) => role !== 'system');
  const [summary, ...rest] = turns[index]?.blocks ?? [];
  if (summary?.type !== 'compaction') return conversation;
  const turn = summaryTurn(summary.text);
  const responded = rest.length > 0 ? [{ role: 'assistant' as const, blocks: rest }] : [];
  return { ...conversation, turns: turns.toSpliced(index, 1, turn, ...responded) };
}
