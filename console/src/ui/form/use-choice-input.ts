import { useState, type ChangeEvent, type ComponentProps, type FocusEvent, type KeyboardEvent } from 'react';
import { labelled, matchingChoices, type Choice } from './choices.ts';
import { useDraftText } from './use-draft-text.ts';

export interface ChoiceInputParts {
  /** An id. */
  readonly chosen: string | undefined;
  readonly choices: readonly Choice[];
  /** Gets the id of a choice, or what was typed where nothing matches. */
  readonly onChoose: (id: string) => void;
  /** For choices that are looked for by what is typed. */
  readonly onType?: (text: string) => void;
}

interface ChoiceInput {
  /** What is chosen, by its name. */
  readonly shown: string;
  /** What matches, to choose from; empty while the list is closed. */
  readonly listed: readonly Choice[];
  /** Of what is listed: the one that Enter takes. */
  readonly active: number;
  readonly take: (choice: Choice) => void;
  readonly input: ComponentProps<'input'>;
}

/** More are no help to somebody who looks for one. */
const MAX_LISTED = 50;

/**
 * A field in which something is chosen by part of its name or address from many, or by its id. A whole name applies at once, a choice from
 * the list when it is taken, and else what was typed when the field is left: the one that matches, or the text itself where none does.
 */
export function useChoiceInput(parts: ChoiceInputParts): ChoiceInput {
  const { draft, type, named, shown, choose } = useDraftChoice(parts);
  const list = useOpenList();
  const matches = matchingChoices(named, draft === undefined || draft === shown ? '' : draft);
  const listed = list.isOpen ? matches.slice(0, MAX_LISTED) : [];
  const take = ({ name }: Choice): void => {
    list.close();
    type(name);
    choose(name);
  };
  const finish = (typed: string): void => {
    list.close();
    const text = typed.trim();
    const isKnown = named.some(({ name }) => name === text);
    if (text === shown) type(undefined);
    else if (text === '' || isKnown || matches.length === 0) choose(text);
    else if (matches.length === 1) take(matches[0]!);
    // Several match, and none was taken.
    else type(undefined);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    const { value } = event.currentTarget;
    if (list.onKey(event, listed.length) || event.key !== 'Enter') return;
    const found = listed[list.active];
    if (found && value.trim() !== '') take(found);
    else finish(value);
  };
  const onChange = ({ target: { value } }: ChangeEvent<HTMLInputElement>): void => {
    type(value);
    parts.onType?.(value);
    const isName = named.some(({ name }) => name === value);
    if (isName) choose(value);
    if (isName && matchingChoices(named, value).length === 1) list.close();
    else list.open();
  };
  const onBlur = ({ target }: FocusEvent<HTMLInputElement>) => finish(target.value);
  const title = shown === '' ? undefined : shown;
  return {
    shown,
    listed,
    active: Math.min(list.active, listed.length - 1),
    take,
    input: { ...PLAIN, value: draft ?? shown, title, onChange, onBlur, onKeyDown },
  };
}

const PLAIN = { maxLength: 256, autoComplete: 'off', spellCheck: false };

/** What is typed, what is chosen, and how one becomes the other. */
function useDraftChoice({ chosen = '', choices, onChoose }: ChoiceInputParts) {
  const { draft, type, expect } = useDraftText(chosen);
  const named = labelled(choices);
  const choose = (text: string): void => {
    const id = named.find(({ name }) => name === text)?.id ?? text;
    if (id === chosen) return;
    expect(id);
    onChoose(id);
  };
  return { draft, type, named, shown: named.find(({ id }) => id === chosen)?.name ?? chosen, choose };
}

/** Whether the list below the field is open, and where in it one is. */
function useOpenList() {
  const [isOpen, setIsOpen] = useState(false);
  const [active, setActive] = useState(0);
  const open = (): void => {
    setIsOpen(true);
    setActive(0);
  };
  /** False: the key is none of the list's. */
  const onKey = (event: KeyboardEvent, count: number): boolean => {
    if (event.key === 'ArrowDown' && !isOpen) open();
    else if (count === 0) return false;
    else if (event.key === 'Escape') setIsOpen(false);
    else if (event.key === 'ArrowDown') setActive(Math.min(active + 1, count - 1));
    else if (event.key === 'ArrowUp') setActive(Math.max(active - 1, 0));
    else return false;
    event.preventDefault();
    return true;
  };
  return { isOpen, active, open, close: () => setIsOpen(false), onKey };
}
