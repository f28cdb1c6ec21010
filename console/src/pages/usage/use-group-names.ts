import { useQuery } from '@tanstack/react-query';
import { useCan, useMe } from '../../api/session.ts';
import { keyNamesOptions, type Dimension } from '../../api/usage.ts';
import { usageStrings as words } from '../../strings/usage.ts';
import type { DailySeries } from './daily-series.ts';

/** What a group of a report is called. What has no name any more keeps its id. */
export function useGroupNames(by: Dimension): (group: DailySeries['group']) => string {
  const { workspaces } = useMe();
  const can = useCan();
  const { data: keys } = useQuery({ ...keyNamesOptions, enabled: by === 'api_key_id' && can('api_keys.read') });
  return (group) => {
    if (group === undefined) return words.other;
    if (group === null) return words.nothing;
    if (by === 'workspace_id') return workspaces.find(({ id }) => id === group)?.name ?? group;
    return by === 'api_key_id' ? (keys?.get(group) ?? group) : group;
  };
}
