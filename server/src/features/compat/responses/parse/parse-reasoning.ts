import type { ReasoningEffort } from '#engine';
import { isObject } from '#features/conversation';
import { parseEffort } from '../../base/parse-effort.ts';
import { given } from '../../base/is-empty.ts';

/** `reasoning`: on where an effort or a summary is asked for (COMPR-08). */
export function parseReasoning(value: unknown): ReasoningEffort | undefined {
  if (!isObject(value)) return undefined;
  const effort = given(value['effort']);
  if (effort !== undefined) return parseEffort(effort, 'reasoning.effort');
  return given(value['summary']) === undefined ? undefined : { effort: 'medium' };
}
