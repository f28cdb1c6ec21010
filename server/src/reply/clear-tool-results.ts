import type { Block, Turn } from '#engine';
import type { ContextManagement } from '#exchange';

/** Takes the place of what was cleared: the model sees that there was an answer, and can ask again. */
const CLEARED = '[The result of this call was removed to save space.]';

/** The turns without the contents of all but the newest results (D-39); undefined where nothing would be gained. */
export function clearToolResults(
  turns: readonly Turn[],
  { keep, excludeTools }: Pick<NonNullable<ContextManagement['clearToolResults']>, 'keep' | 'excludeTools'>,
): Turn[] | undefined {
  const kept = new Set(excludeTools);
  const names = new Map<string, string>();
  const results: Block[] = [];
  for (const { blocks } of turns) {
    for (const block of blocks) {
      if (block.type === 'tool_call') names.set(block.id, block.name);
      if (block.type === 'tool_result' && !kept.has(names.get(block.callId) ?? '')) results.push(block);
    }
  }
  const old = new Set(results.slice(0, Math.max(0, results.length - keep)).filter(isWorthClearing));
  if (old.size === 0) return undefined;
  return turns.map((turn) => ({
    ...turn,
    blocks: turn.blocks.map((block) => (old.has(block) ? cleared(block) : block)),
  }));
}

function isWorthClearing(block: Block): boolean {
  return block.type === 'tool_result' && (block.text.length > CLEARED.length || block.images !== undefined);
}

function cleared(block: Block): Block {
  if (block.type !== 'tool_result') return block;
  return {
    type: 'tool_result',
    callId: block.callId,
    text: CLEARED,
    ...(block.isError ? { isError: block.isError } : {}),
  };
}
