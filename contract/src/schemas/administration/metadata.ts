import { z } from 'zod';
import type { LimitValues } from '../../limits.ts';
import { HOLDABLE } from './fields.ts';

/** Pairs of text that a caller keeps with an object. Not searched, and sent to no model. */
export function metadata({
  metadata_entries: entries,
  metadata_key_characters: keyCharacters,
  metadata_value_characters: valueCharacters,
}: LimitValues) {
  const text = (characters: number) =>
    z
      .string()
      .max(characters)
      .refine(...HOLDABLE);
  return z
    .record(text(keyCharacters), text(valueCharacters))
    .refine((pairs) => Object.keys(pairs).length <= entries, `must have at most ${entries} entries`)
    .meta({ maxProperties: entries });
}
