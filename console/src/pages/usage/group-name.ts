import type { UsageSeries } from '@svc/contract';
import type { Dimension } from '../../api/usage.ts';
import { usageStrings as words } from '../../strings/usage.ts';

/** What a group of usage is called. What the reader may not name, or what has no name any more, keeps its id. */
export function groupName(
  by: Dimension,
  { group, name, is_other: isOther }: UsageSeries['series'][number],
): string {
  if (isOther) return words.other;
  if (group === null) return words.none[by];
  if (by === 'status') return outcomeName(group);
  return name ?? (by === 'api_key_id' ? (words.withoutKey[group] ?? group) : group);
}

/** Of an outcome with its status, "failed 502". */
function outcomeName(group: string): string {
  const [outcome = '', status = ''] = group.split(' ');
  return words.outcomes[outcome]?.(status) ?? group;
}
