import type { ReasoningEffort } from '#engine';
import { invalid } from '#features/conversation';
import { given } from './is-empty.ts';

const EFFORTS: Readonly<Record<string, ReasoningEffort | undefined>> = {
  none: undefined,
  minimal: { effort: 'low' },
  low: { effort: 'low' },
  medium: { effort: 'medium' },
  high: { effort: 'high' },
  xhigh: { effort: 'high' },
};

/** `reasoning_effort` (COMPO-06). `param`: where it stands. */
export function parseEffort(value: unknown, param = 'reasoning_effort'): ReasoningEffort | undefined {
  const effort = given(value);
  if (effort === undefined) return undefined;
  if (typeof effort !== 'string' || !Object.hasOwn(EFFORTS, effort))
    throw invalid(param, `${param} must be one of ${Object.keys(EFFORTS).join(', ')}.`);
  return EFFORTS[effort];
}
