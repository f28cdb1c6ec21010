import type { ComponentProps } from 'react';
import { requestStrings } from '../../strings/requests.ts';
import { SuggestField } from '../../ui/form/suggest-field.tsx';

export interface Choice {
  readonly id: string;
  readonly name: string;
}

interface FilterSuggestProps extends Pick<ComponentProps<typeof SuggestField>, 'label'> {
  /** An id. */
  readonly chosen: string | undefined;
  readonly choices: readonly Choice[];
  readonly onChoose: (id: string) => void;
}

/** Something chosen by its name from many, or by its id. Applies when a suggestion is taken, and else when the field is left or Enter pressed. */
export function FilterSuggest({ label, chosen, choices, onChoose }: FilterSuggestProps) {
  const named = tellApart(choices);
  const textOf = (id: string) => named.find((choice) => choice.id === id)?.name ?? id;
  const choose = (text: string): void => {
    const id = named.find(({ name }) => name === text)?.id ?? text;
    if (id !== (chosen ?? '')) onChoose(id);
  };
  const shown = chosen === undefined ? '' : textOf(chosen);
  return (
    <SuggestField
      key={shown}
      label={label}
      placeholder={requestStrings.filters.any}
      defaultValue={shown}
      title={shown === '' ? undefined : shown}
      maxLength={256}
      autoComplete="off"
      suggestions={named.map(({ name }) => ({ value: name }))}
      onInput={({ currentTarget: { value } }) => {
        if (named.some(({ name }) => name === value)) choose(value);
      }}
      onBlur={({ target }) => choose(target.value.trim())}
      onKeyDown={({ key, currentTarget: { value } }) => {
        if (key === 'Enter') choose(value.trim());
      }}
    />
  );
}

/** Names that several have get the end of the id. */
function tellApart(choices: readonly Choice[]): readonly Choice[] {
  const counts = new Map<string, number>();
  for (const { name } of choices) counts.set(name, (counts.get(name) ?? 0) + 1);
  return choices.map(({ id, name }) => ({
    id,
    name: counts.get(name) === 1 ? name : `${name} · ${id.slice(-6)}`,
  }));
}
