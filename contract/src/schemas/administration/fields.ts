import { z } from 'zod';
import type { ErrorName } from '../../errors.ts';
import type { IdPrefix } from '../../names.ts';
import { UNSEEN } from '../../unseen.ts';

/** RFC 3339 in UTC without fractions (D-GEN-4). */
export const timestamp = z.string().meta({ description: 'RFC 3339, UTC.', format: 'date-time' });

/** Exact decimal text (D-GEN-10). */
export const money = z.string().describe('US dollars as decimal text.');

// oxlint-disable-next-line no-control-regex -- what no name may hold
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/;

/** The database holds every character but one, and fails on that. */
export const HOLDABLE: [check: (text: string) => boolean, message: string] = [
  (text) => !text.includes('\u0000'),
  'must not contain the character U+0000',
];

/** A line of text: no control characters, which neither a page nor the database can show, and none that are not seen. */
export function line(min: number, max: number) {
  return z
    .string()
    .min(min)
    .max(max)
    .refine((text) => !CONTROL.test(text), 'must not contain control characters')
    .refine((text) => !UNSEEN.test(text), 'must not contain invisible characters or marks of direction');
}

/** Text of several lines. */
export function prose(max: number) {
  return z
    .string()
    .max(max)
    .refine(...HOLDABLE);
}

/** A whole number as the text of a query or a form. */
export function wholeNumber(min: number, max: number) {
  const error = `must be a whole number from ${min} to ${max}`;
  return z.preprocess(
    (text) => (typeof text === 'string' && /^\d{1,9}$/.test(text) ? Number(text) : text),
    z.int({ error }).min(min, error).max(max, error),
  );
}

/** An id that is looked for, whatever it is: where nothing has it, the answer says so. */
export const reference = z.string().refine(...HOLDABLE);

/** An amount as a caller writes it; not a number, which could not hold every amount. */
const LARGEST_AMOUNT_USD = 9_000_000;

export const amount = z
  .string()
  .regex(/^\d{1,7}(\.\d{1,9})?$/, 'must be US dollars as decimal text, such as "12.50"')
  .refine((text) => Number(text) <= LARGEST_AMOUNT_USD, `must be at most ${LARGEST_AMOUNT_USD}`);

/** The last moment RFC 3339 has in UTC. One of that day with an offset may lie beyond it, where no answer and no database follows. */
const LAST_INSTANT_MS = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/** An instant in a query, as milliseconds since 1970. */
export const instant = z.iso
  .datetime({ offset: true })
  .transform((text) => Date.parse(text))
  .refine((ms) => ms >= 0, 'must not be before 1970')
  .refine((ms) => ms <= LAST_INSTANT_MS, 'must not be after 9999, UTC')
  .describe('RFC 3339.');

/** An id of that kind. Whether something has it is not said here. */
export function id(prefix: IdPrefix) {
  return z.string().regex(new RegExp(`^${prefix}[0-9a-z]{26}$`), `must be an id that begins with ${prefix}`);
}

/** Entries are normalised when they are stored, so what is read may differ from what was sent (D-KEY-5, D-KEY-6). */
export function entries(max: number) {
  return z.array(z.string().max(2048)).max(max);
}

/** Makes a check refuse with an error of the catalog in place of `invalid_parameter`; `words`, in place of its sentence, follow the field. */
export function refusedAs(
  error: ErrorName,
  words?: string,
): { readonly params: { readonly error: ErrorName }; readonly error?: string } {
  return { params: { error }, ...(words === undefined ? {} : { error: words }) };
}
