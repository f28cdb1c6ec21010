import type { OfferedModels } from '@svc/contract';
import { useState } from 'react';
import { operatorEngineStrings } from '../../strings/operator-engines.ts';
import { CheckField } from '../../ui/form/check-field.tsx';
import { SearchField } from '../../ui/form/search-field.tsx';
import { formatCount, formatNumber } from '../../ui/text/format.ts';

const { offered: words } = operatorEngineStrings;

/** Gateways offer hundreds. */
const MAX_SHOWN = 100;
/** From so many on they can be searched. */
const MIN_SEARCHED = 10;

type Added = OfferedModels['add'][number];

interface ModelChoiceProps {
  readonly models: readonly Added[];
  /** Ids. */
  readonly chosen: ReadonlySet<string>;
  readonly onChoose: (chosen: ReadonlySet<string>) => void;
}

export function ModelChoice({ models, chosen, onChoose }: ModelChoiceProps) {
  const [search, setSearch] = useState('');
  const found = models.filter(({ id }) => id.toLowerCase().includes(search.toLowerCase()));
  const choose = (id: string, isChosen: boolean) => {
    const next = new Set(chosen);
    if (isChosen) next.add(id);
    else next.delete(id);
    onChoose(next);
  };
  return (
    <fieldset className="flex min-w-0 flex-col gap-3">
      <legend className="mb-2 font-semibold">{words.choose}</legend>
      {models.length >= MIN_SEARCHED && (
        <SearchField label={words.search} placeholder={words.search} value={search} onSearch={setSearch} />
      )}
      {found.slice(0, MAX_SHOWN).map((model) => (
        <CheckField
          key={model.id}
          label={model.id}
          hint={detailsOf(model)}
          checked={chosen.has(model.id)}
          onChange={({ target }) => choose(model.id, target.checked)}
        />
      ))}
      {found.length === 0 && <p className="text-quiet">{words.noneFound}</p>}
      {found.length > MAX_SHOWN && (
        <p className="text-quiet">{words.first(MAX_SHOWN, formatCount(found.length))}</p>
      )}
    </fieldset>
  );
}

function detailsOf({ kind, pricing, context_window: window }: Added): string {
  const output = pricing?.output;
  return [
    words.kinds[kind ?? 'chat'],
    ...(window === undefined ? [] : [words.context(formatCount(window))]),
    pricing
      ? words.price(formatNumber(pricing.input), output === undefined ? undefined : formatNumber(output))
      : words.noPrice,
  ].join(' · ');
}
