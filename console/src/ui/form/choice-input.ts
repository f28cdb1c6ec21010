import type { ComponentProps } from 'react';

export interface Choice {
  readonly id: string;
  readonly name: string;
}

interface ChoiceInputParts {
  /** An id. */
  readonly chosen: string | undefined;
  readonly choices: readonly Choice[];
  readonly onChoose: (id: string) => void;
}

interface ChoiceInput {
  /** What the field shows: with another it begins anew, so it is its key. */
  readonly shown: string;
  /** Names to suggest, no two alike. */
  readonly names: readonly string[];
  readonly input: ComponentProps<'input'>;
}

/**
 * A field in which something is chosen by its name from many, or by its id. Applies when a suggestion is taken, and else when the field is
 * left or Enter pressed.
 */
export function choiceInput({ chosen, choices, onChoose }: ChoiceInputParts): ChoiceInput {
  const named = tellApart(choices);
  const textOf = (id: string) => named.find((choice) => choice.id === id)?.name ?? id;
  const choose = (text: string): void => {
    const id = named.find(({ name }) => name === text)?.id ?? text;
    if (id !== (chosen ?? '')) onChoose(id);
  };
  const shown = chosen === undefined ? '' : textOf(chosen);
  return {
    shown,
    names: named.map(({ name }) => name),
    input: {
      defaultValue: shown,
      title: shown === '' ? undefined : shown,
      maxLength: 256,
      autoComplete: 'off',
      spellCheck: false,
      onInput: ({ currentTarget: { value } }) => {
        if (named.some(({ name }) => name === value)) choose(value);
      },
      onBlur: ({ target }) => choose(target.value.trim()),
      onKeyDown: ({ key, currentTarget: { value } }) => {
        if (key === 'Enter') choose(value.trim());
      },
    },
  };
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
