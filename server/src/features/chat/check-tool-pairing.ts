import type { Turn } from '#engine';
import { invalid } from '#features/conversation';

/** Every tool message answers an earlier call, and no call is left open when the conversation moves on (D-22). */
export function checkToolPairing(turns: readonly Turn[]): void {
  if (!turns.some(usesTools)) return;
  const made = new Set<string>();
  const open = new Set<string>();
  for (const [i, turn] of turns.entries()) {
    const result = turn.blocks[0]?.type === 'tool_result' ? turn.blocks[0] : undefined;
    if (result) {
      if (!made.has(result.callId))
        throw invalid(
          `messages[${i}].tool_call_id`,
          `messages[${i}].tool_call_id answers no earlier tool call.`,
        );
      open.delete(result.callId);
      continue;
    }
    if (turn.role === 'system') continue;
    if (open.size > 0)
      throw invalid(
        `messages[${i}]`,
        `messages[${i}] comes before the tool call "${first(open)}" was answered by a tool message.`,
      );
    for (const block of turn.blocks) {
      if (block.type !== 'tool_call') continue;
      made.add(block.id);
      open.add(block.id);
    }
  }
}

/** A call or a result among its blocks. */
function usesTools({ blocks }: Turn): boolean {
  return blocks.some(({ type }) => type !== 'text');
}

function first(ids: ReadonlySet<string>): string {
  const [id = ''] = ids;
  return id.slice(0, 64);
}
