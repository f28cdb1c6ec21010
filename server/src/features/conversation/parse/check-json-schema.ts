import { spendValues } from './spend-values.ts';

/** Making a validator takes time with every value: this many take some hundred milliseconds, on a thread of its own. */
const MOST_VALUES = 2000;
const MOST_CHARACTERS = 100_000;

/** Why a schema is too large to be followed, as the end of a sentence. Whether it is one at all is asked elsewhere. */
export function schemaProblem(schema: Readonly<Record<string, unknown>>): string | undefined {
  if (spendValues(schema, MOST_VALUES) < 0) return `may hold at most ${MOST_VALUES} values`;
  if (JSON.stringify(schema).length > MOST_CHARACTERS) return `may have at most ${MOST_CHARACTERS} characters`;
  return undefined;
}
