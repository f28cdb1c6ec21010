import { useMemo, useState } from 'react';
import type { PagedList } from '../../api/pages.ts';
import type { Choice } from '../../ui/form/choices.ts';

type Choices = ReadonlyMap<string, Choice>;

const NONE: Choices = new Map();

/** What a filter offers: choices that occurred in what has been loaded of the list, also in rows that are packed by now (`useLog`). */
export function useSeenChoices<Row>(
  { id, rows, isOutdated }: PagedList<Row>,
  choiceOf: (row: Row) => Choice | null,
): readonly Choice[] {
  const [seen, setSeen] = useState({ id, choices: NONE });
  // The rows may still be those of the list before.
  const choices = isOutdated ? seen.choices : withThose(seen.id === id ? seen.choices : NONE, rows, choiceOf);
  if (choices !== seen.choices) setSeen({ id, choices });
  return useMemo(() => [...choices.values()].toSorted((a, b) => a.name.localeCompare(b.name)), [choices]);
}

/** The same ones where nothing is new. */
function withThose<Row>(
  before: Choices,
  rows: readonly Row[],
  choiceOf: (row: Row) => Choice | null,
): Choices {
  const after = new Map(before);
  // Not `for of`, which would stop at holes.
  rows.forEach((row) => {
    const choice = choiceOf(row);
    if (choice && !after.has(choice.id)) after.set(choice.id, choice);
  });
  return after.size === before.size ? before : after;
}

/** A choice that is called as its id. */
export function named(id: string | null): Choice | null {
  return id === null ? null : { id, name: id };
}
