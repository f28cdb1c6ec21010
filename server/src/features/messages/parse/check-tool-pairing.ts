import { ApiError } from '@svc/contract';
import type { Turn } from '#engine';

function unmatched(turn: number, block: number): ApiError {
  return new ApiError('unmatched_tool_call', { param: `messages[${turn}].content[${block}]` });
}

/**
 * Every call of an assistant turn has exactly one result in the user turn behind it, and every result answers such a
 * call (MSG-35, D-50). Blocks of turns stand where they stood in the body, so their index is their path.
 */
export function checkToolPairing(turns: readonly Turn[]): void {
  for (const [i, turn] of turns.entries()) {
    if (turn.role === 'assistant') checkCalls(turn, turns[i + 1], i);
    else checkResults(turn, turns[i - 1], i);
  }
}

function checkCalls({ blocks }: Turn, next: Turn | undefined, i: number): void {
  const responded = new Set<string>();
  for (const block of next?.blocks ?? []) if (block.type === 'tool_result') responded.add(block.callId);
  const made = new Set<string>();
  for (const [j, block] of blocks.entries()) {
    if (block.type !== 'tool_call') continue;
    if (!responded.has(block.id) || made.has(block.id)) throw unmatched(i, j);
    made.add(block.id);
  }
}

function checkResults({ blocks }: Turn, before: Turn | undefined, i: number): void {
  const open = new Set<string>();
  for (const block of before?.blocks ?? []) if (block.type === 'tool_call') open.add(block.id);
  for (const [j, block] of blocks.entries())
    if (block.type === 'tool_result' && !open.delete(block.callId)) throw unmatched(i, j);
}
