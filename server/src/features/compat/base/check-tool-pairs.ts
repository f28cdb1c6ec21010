import type { Turn } from '#engine';
import { invalid } from '#features/conversation';

/** Ids are the caller's: cut, so that a refusal stays small. */
const MAX_ID_CHARACTERS = 64;

/**
 * Every call of a reply has exactly one result in the user's turn behind it, and every result answers such a call
 * (COMPG-13). `turns` are joined; `param` is the field that holds them.
 */
export function checkToolPairs(turns: readonly Turn[], param: string): void {
  const open = new Set<string>();
  for (const { role, blocks } of turns) {
    if (role === 'assistant') {
      refuseOpen(open, param);
      for (const block of blocks) {
        if (block.type !== 'tool_call') continue;
        if (open.has(block.id))
          throw invalid(param, `Two tool calls of one message have the id "${cut(block.id)}".`);
        open.add(block.id);
      }
      continue;
    }
    for (const block of blocks)
      if (block.type === 'tool_result' && !open.delete(block.callId))
        throw invalid(
          param,
          `A tool result answers the call "${cut(block.callId)}", which the message before it did not make.`,
        );
    if (role === 'user') refuseOpen(open, param);
  }
  refuseOpen(open, param);
}

function refuseOpen(open: ReadonlySet<string>, param: string): void {
  const [id] = open;
  if (id !== undefined)
    throw invalid(
      param,
      `The tool call "${cut(id)}" has no result in the message behind it. Send one for each call.`,
    );
}

function cut(id: string): string {
  return id.slice(0, MAX_ID_CHARACTERS);
}
