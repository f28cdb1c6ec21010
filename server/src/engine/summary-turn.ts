import type { Block, Turn } from './turns.ts';

const INTRODUCTION = 'The conversation so far was replaced by this summary of it:\n\n';

/** What stands for everything before it (D-39), in the words of a user: the one role every engine lets begin. */
export function summaryTurn(summary: string, rest: readonly Block[] = []): Turn {
  return { role: 'user', blocks: [{ type: 'text', text: INTRODUCTION + summary }, ...rest] };
}
