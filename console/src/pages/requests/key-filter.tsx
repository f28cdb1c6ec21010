import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { apiKeyOptions, keysNamedOptions, newestKeyNamesOptions } from '../../api/api-keys.ts';
import { useCan } from '../../api/session.ts';
import { requestStrings } from '../../strings/requests.ts';
import { FilterChoice } from '../../ui/form/filter-choice.tsx';
import type { Choice } from '../../ui/form/choices.ts';
import { useDebounced } from '../../ui/use-debounced.ts';

const PAUSE_MS = 250;
const KEY_ID = /^apikey_/;

interface KeyFilterProps {
  readonly chosen: string | undefined;
  readonly onChoose: (id: string) => void;
}

/** Offers the newest keys, and those whose name has what is typed: an organization may have tens of thousands. */
export function KeyFilter({ chosen, onChoose }: KeyFilterProps) {
  const can = useCan();
  const mayRead = can('api_keys.read');
  const [typed, setTyped] = useState('');
  const choices = useKeyChoices(chosen, typed, mayRead);
  const queries = useQueryClient();
  const choose = async (idOrName: string): Promise<void> => {
    if (!mayRead || idOrName === '' || KEY_ID.test(idOrName)) return onChoose(idOrName);
    // Pressed Enter before what is typed was looked for.
    const found = await queries.fetchQuery(keysNamedOptions(idOrName)).catch(() => []);
    const [only] = found.length === 1 ? found : [];
    onChoose((found.find(({ name }) => name === idOrName) ?? only)?.id ?? idOrName);
  };
  return (
    <FilterChoice
      label={requestStrings.filters.key}
      chosen={chosen}
      choices={choices}
      onChoose={(idOrName) => void choose(idOrName)}
      onType={setTyped}
    />
  );
}

function useKeyChoices(chosen: string | undefined, typed: string, mayRead: boolean): readonly Choice[] {
  const words = useDebounced(typed.trim(), PAUSE_MS);
  const { data: newest } = useQuery({ ...newestKeyNamesOptions, enabled: mayRead });
  const { data: found } = useQuery({ ...keysNamedOptions(words), enabled: mayRead && words !== '' });
  const isOlder = chosen !== undefined && newest !== undefined && !newest.has(chosen);
  const { data: own } = useQuery({
    ...apiKeyOptions(chosen ?? ''),
    enabled: mayRead && isOlder && KEY_ID.test(chosen),
  });
  return useMemo(() => {
    const names = new Map(newest);
    for (const { id, name } of [...(found ?? []), ...(own ? [own] : [])]) names.set(id, name);
    return [...names].map(([id, name]) => ({ id, name }));
  }, [newest, found, own]);
}
