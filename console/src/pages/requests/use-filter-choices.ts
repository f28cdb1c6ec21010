import { useQuery } from '@tanstack/react-query';
import type { RequestSummary } from '@svc/contract';
import { useMemo } from 'react';
import { userChoicesOptions } from '../../api/people.ts';
import { useCan } from '../../api/session.ts';
import type { Choice } from '../../ui/form/use-choice-input.ts';

export interface FilterChoices {
  readonly codes: readonly Choice[];
  readonly models: readonly Choice[];
  readonly people: readonly Choice[];
}

/** What filters offer: codes and models that occur in what has been loaded, and all people. */
export function useFilterChoices(rows: readonly RequestSummary[]): FilterChoices {
  const can = useCan();
  const { data: people = [] } = useQuery({ ...userChoicesOptions, enabled: can('members.manage') });
  const seen = useMemo(
    () => ({
      codes: asChoices(rows.map(({ error_code: code }) => code)),
      models: asChoices(rows.map(({ model }) => model)),
    }),
    [rows],
  );
  return { ...seen, people };
}

function asChoices(values: readonly (string | null)[]): readonly Choice[] {
  const seen = new Set(values.filter((value) => value !== null));
  return [...seen].toSorted().map((value) => ({ id: value, name: value }));
}
