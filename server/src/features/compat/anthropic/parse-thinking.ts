import type { ReasoningEffort } from '#engine';
import { invalid, isObject, type Fields } from '#features/conversation';
import { given } from '../base/is-empty.ts';

const EFFORTS: Readonly<Record<string, 'low' | 'medium' | 'high'>> = {
  low: 'low',
  medium: 'medium',
  high: 'high',
  xhigh: 'high',
  max: 'high',
};

/** Types that switch thinking off. Short notes that a model writes between calls are text here, with either. */
const OFF: ReadonlySet<unknown> = new Set(['disabled', 'between_tools']);

/** `thinking` and `output_config.effort` (COMPA-10). A budget that is too small for any reasoning is little of it (COMPG-08). */
export function parseThinking(
  { thinking, output_config: config }: Fields,
  leastTokens: number,
): ReasoningEffort | undefined {
  const asked = given(thinking);
  if (asked === undefined) return undefined;
  const { type, budget_tokens } = isObject(asked) ? asked : {};
  const budget = given(budget_tokens);
  const effort = readEffort(isObject(config) ? given(config['effort']) : undefined);
  if (OFF.has(type)) return undefined;
  if (type === 'adaptive') return { effort };
  if (type !== 'enabled')
    throw invalid('thinking.type', 'thinking.type must be enabled, disabled, adaptive or between_tools.');
  if (budget === undefined) return { effort };
  if (typeof budget !== 'number' || !Number.isInteger(budget) || budget < 1)
    throw invalid('thinking.budget_tokens', 'thinking.budget_tokens must be a whole number of at least 1.');
  return budget < leastTokens ? { effort: 'low' } : { maxTokens: budget };
}

function readEffort(value: unknown): 'low' | 'medium' | 'high' {
  if (value === undefined) return 'medium';
  const effort = typeof value === 'string' && Object.hasOwn(EFFORTS, value) ? EFFORTS[value] : undefined;
  if (!effort)
    throw invalid('output_config.effort', 'output_config.effort must be low, medium, high, xhigh or max.');
  return effort;
}
