import { useQuery } from '@tanstack/react-query';
import type { RequestSummary } from '@svc/contract';
import { useMemo } from 'react';
import { newestKeyNamesOptions } from '../../api/api-keys.ts';
import { userChoicesOptions } from '../../api/people.ts';
import { useCan } from '../../api/session.ts';
import type { Choice } from '../../ui/form/choice-input.ts';

export interface FilterChoices {
  readonly codes: readonly Choice[];
  readonly models: readonly Choice[];
  readonly keys: readonly Choice[];
  readonly people: readonly Choice[];
}

/** What filters offer: codes and models that occur in what has been loaded, the newest keys, and all people. */
export function useFilterChoices(rows: readonly RequestSummary[]): FilterChoices {
  const can = useCan();
  const { data: names } = useQuery({ ...newestKeyNamesOptions, enabled: can('api_keys.read') });
  const { data: people = [] } = useQuery({ ...userChoicesOptions, enabled: can('members.manage') });
  const keys = useMemo(() => [...(names ?? [])].map(([id, name]) => ({ id, name })), [names]);
  const seen = useMemo(
    () => ({
      codes: asChoices(rows.map(({ error_code: code }) => code)),
      models: asChoices(rows.map(({ model }) => model)),
    }),
    [rows],
  );
  return { ...seen, keys, people };
}

function asChoices(values: readonly (string | null)[]): readonly Choice[] {
  const seen = new Set(values.filter((value) => value !== null));
  return [...seen].toSorted().map((value) => ({ id: value, name: value }));
}
