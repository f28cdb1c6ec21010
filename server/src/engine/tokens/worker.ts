import { parentPort } from 'node:worker_threads';
import { EachCount } from './count-text.ts';
import type { CountSlice } from './count-slices.ts';

/** A slice of the texts of one count. */
export interface CountJob extends Omit<CountSlice, 'next'> {
  readonly id: number;
  readonly isLast: boolean;
}

/** After each slice; with the tokens of each text, in order, after the last one. */
export interface CountAnswer {
  readonly tokens: readonly number[] | undefined;
}

const counts = new Map<number, EachCount>();

parentPort?.on('message', ({ id, pieces, endsText, isLast }: CountJob) => {
  const count = counts.get(id) ?? new EachCount();
  for (const [i, piece] of pieces.entries()) count.add(piece, endsText || i < pieces.length - 1);
  if (isLast) counts.delete(id);
  else counts.set(id, count);
  parentPort?.postMessage({ tokens: isLast ? count.end() : undefined } satisfies CountAnswer);
});
