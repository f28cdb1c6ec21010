import { setImmediate } from 'node:timers/promises';
import type { InferenceCall, ItemReference } from '#exchange';
import { newCallParts } from '#features/conversation';
import type { CompatParserSettings } from '../../base/compat-settings.ts';
import { toCallTurns } from '../../base/to-call-turns.ts';
import { parseItem } from './parse-item.ts';
import { ToolNames } from './tool-names.ts';

/**
 * The call with the items that its body names in their places, as if they had been sent there: the rest of parsing, and of
 * its refusals. `items`: of each reference, by id, parsed. One may be named often and be as large as a body allows, so others get their turn
 * between items.
 */
export async function insertItems(
  call: InferenceCall,
  references: readonly ItemReference[],
  items: ReadonlyMap<string, unknown>,
  { identityInstruction, limits }: CompatParserSettings,
): Promise<InferenceCall> {
  const { needs = [], pending = [], earlierReplies = [], builtinTools = [], responses, ...rest } = call;
  if (!responses) return call;
  const { references: _inserted, ...request } = responses;
  const parts = {
    ...newCallParts(limits),
    needs: [...needs],
    pending: [...pending],
    earlierReplies: [...earlierReplies],
    builtinTools: [...builtinTools],
  };
  const context = { parts, names: ToolNames.of(request.tools), found: { references: [] } };
  const turns = [...call.turns];
  for (const { itemId, turn } of references) {
    turns[turn] = parseItem(items.get(itemId), turn - 1, context);
    await setImmediate();
  }
  const identity = { identity: identityInstruction, param: 'input' };
  return { ...rest, ...toCallTurns(turns, call.tools, parts, identity), responses: request };
}
