import type { ComponentProps } from 'react';
import { useDraftText } from './use-draft-text.ts';

export interface Choice {
  readonly id: string;
  readonly name: string;
}

export interface ChoiceInputParts {
  /** An id. */
  readonly chosen: string | undefined;
  readonly choices: readonly Choice[];
  /** Gets the id of a choice, or what was typed where no choice has that name. */
  readonly onChoose: (id: string) => void;
  /** For choices that are looked for by what is typed. */
  readonly onType?: (text: string) => void;
}

interface ChoiceInput {
  /** What is chosen, by its name. */
  readonly shown: string;
  /** Names to suggest, no two alike. */
  readonly names: readonly string[];
  readonly input: ComponentProps<'input'>;
}

/**
 * A field in which something is chosen by its name from many, or by its id. Applies when the text is a name, as it is once a suggestion is
 * taken, and else when the field is left or Enter pressed.
 */
export function useChoiceInput({ chosen = '', choices, onChoose, onType }: ChoiceInputParts): ChoiceInput {
  const { draft, type, expect } = useDraftText(chosen);
  const named = disambiguate(choices);
  const textOf = (id: string) => named.find((choice) => choice.id === id)?.name ?? id;
  const choose = (text: string): void => {
    const id = named.find(({ name }) => name === text)?.id ?? text;
    if (id === chosen) return;
    expect(id);
    onChoose(id);
  };
  const finish = (typed: string): void => {
    const text = typed.trim();
    if (text === textOf(chosen)) type(undefined);
    choose(text);
  };
  const shown = textOf(chosen);
  return {
    shown,
    names: named.map(({ name }) => name),
    input: {
      value: draft ?? shown,
      title: shown === '' ? undefined : shown,
      maxLength: 256,
      autoComplete: 'off',
      spellCheck: false,
      onChange: ({ target: { value } }) => {
        type(value);
        onType?.(value);
        if (named.some(({ name }) => name === value)) choose(value);
      },
      onBlur: ({ target }) => finish(target.value),
      onKeyDown: ({ key, currentTarget: { value } }) => {
        if (key === 'Enter') finish(value);
      },
    },
  };
}

/** Names that several have get the end of the id. */
function disambiguate(choices: readonly Choice[]): readonly Choice[] {
  const counts = new Map<string, number>();
  for (const { name } of choices) counts.set(name, (counts.get(name) ?? 0) + 1);
  return choices.map(({ id, name }) => ({
    id,
    name: counts.get(name) === 1 ? name : `${name} · ${id.slice(-6)}`,
  }));
}
