import type { Block, Turn } from './turns.ts';

const INTRODUCTION = 'The conversation so far was replaced by this summary of it:\n\n';

/**
 * Replaces everything before the summary (D-39) by a user turn: the only role that every engine accepts
 * first.
 */
export function summaryTurn(summary: string, rest: readonly Block[] = []): Turn {
  return { role: 'user', blocks: [{ type: 'text', text: INTRODUCTION + summary }, ...rest] };
}
