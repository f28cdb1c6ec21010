import { useQueries, useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { ApiKey } from '@svc/contract';
import { useCallback } from 'react';
import { apiKeyOptions } from '../../api/api-keys.ts';
import { useCan, useMe } from '../../api/session.ts';
import { keyNamesOptions, type Dimension } from '../../api/usage.ts';
import { usageStrings as words } from '../../strings/usage.ts';
import type { DailySeries } from './daily-series.ts';

/** What a group of a report is called. What has no name any more keeps its id. */
export function useGroupNames(
  by: Dimension,
  series: readonly DailySeries[],
): (group: DailySeries['group']) => string {
  const { workspaces } = useMe();
  const keyNames = useKeyNames(by === 'api_key_id' ? series : []);
  return useCallback(
    (group) => {
      if (group === undefined) return words.other;
      if (group === null) return words.nothing;
      if (by === 'workspace_id') return workspaces.find(({ id }) => id === group)?.name ?? group;
      return by === 'api_key_id' ? (keyNames(group) ?? group) : group;
    },
    [by, workspaces, keyNames],
  );
}

/** The newest keys come in one answer. Of the others those are asked for that have a colour of their own. */
function useKeyNames(series: readonly DailySeries[]): (id: string) => string | undefined {
  const can = useCan();
  const { data: newest } = useQuery({
    ...keyNamesOptions,
    enabled: series.length > 0 && can('api_keys.read'),
  });
  const missing = series.flatMap(({ group }) => (group && newest && !newest.has(group) ? [group] : []));
  const others = useQueries({ queries: missing.map((id) => apiKeyOptions(id)), combine: namesOf });
  return useCallback((id) => newest?.get(id) ?? others[id], [newest, others]);
}

function namesOf(results: readonly UseQueryResult<ApiKey>[]): Readonly<Record<string, string>> {
  return Object.fromEntries(results.flatMap(({ data }) => (data ? [[data.id, data.name]] : [])));
}
