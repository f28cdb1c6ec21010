import { sql, type RawBuilder } from 'kysely';

/** Something that items are known by. */
interface SearchedField {
  readonly value: RawBuilder<string | null>;
  /** Shorter words are not looked for here: two letters are in many an id, where nobody meant them. */
  readonly fromCharacters?: number;
}

/**
 * That each word of a text occurs in one of the fields, in any letter case. Compared as they stand, not as a pattern: `%` and `_` are
 * characters like any other.
 */
export function hasWords(text: string, fields: readonly SearchedField[]): RawBuilder<boolean> {
  const words = text.split(/\s+/).filter((word) => word !== '');
  const conditions = words.map((word) => {
    const looked = fields.filter(({ fromCharacters = 1 }) => word.length >= fromCharacters);
    const values = looked.map(({ value }) => value);
    // No word has the space between two fields in it.
    return sql`strpos(lower(concat_ws(' ', ${sql.join(values)})), lower(${word}::text)) > 0`;
  });
  return conditions.length === 0 ? sql<boolean>`true` : sql<boolean>`${sql.join(conditions, sql` and `)}`;
}
