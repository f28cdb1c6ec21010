import { serveCalls } from '#threads';
import { EachCount } from './count-text.ts';
import type { CountSlice } from './count-slices.ts';

/** A slice of the texts of one count. */
export interface CountJob extends Omit<CountSlice, 'next'> {
  readonly id: number;
  readonly isLast: boolean;
}

/** The tokens of each text, in order; undefined when they were not counted, or not all yet. */
export type Counts = readonly number[] | undefined;

const counts = new Map<number, EachCount>();

serveCalls(({ id, words, endsText, isLast }: CountJob): Counts => {
  const count = counts.get(id) ?? new EachCount();
  for (const [i, word] of words.entries()) count.add(word, endsText || i < words.length - 1);
  if (isLast) counts.delete(id);
  else counts.set(id, count);
  return isLast ? count.end() : undefined;
});
