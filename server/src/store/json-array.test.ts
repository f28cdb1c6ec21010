import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testDatabases, type OpenTestDatabase } from '../../test-kit/databases/databases.ts';
import { JSON_ARRAY_HEAD_BYTES, JsonArray } from './json-array.ts';

/** What PostgreSQL can keep in jsonb. */
const record = fc.record({
  text: fc.string({ unit: 'grapheme' }).map((text) => text.toWellFormed().replaceAll('\0', '')),
  number: fc.integer(),
});

/** As the journal's reader has them: after the head, each with its line break. */
function fromLines(lines: readonly string[]): JsonArray {
  const buffer = Buffer.from(' '.repeat(JSON_ARRAY_HEAD_BYTES) + lines.map((line) => `${line}\n`).join(''));
  const lineBreaks = [...buffer.keys()].filter((place) => buffer[place] === 0x0a);
  return JsonArray.ofLines(buffer, lineBreaks);
}

describe.each(await testDatabases())('an array of records as a parameter on $kind', (database) => {
  let opened: OpenTestDatabase;
  beforeAll(async () => {
    opened = await database.open();
  });
  afterAll(() => opened.close());

  it('arrives as it was, made of texts or of lines', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(record, { minLength: 1, maxLength: 20 }), async (records) => {
        const texts = records.map((each) => JSON.stringify(each));
        for (const array of [JsonArray.of(texts), fromLines(texts)]) {
          const { rows } = await sql`select ${array}::jsonb as records`.execute(opened.store.db);
          expect(rows).toEqual([{ records }]);
          expect(array.includes(texts.at(-1)!)).toBe(true);
        }
      }),
      { numRuns: 30 },
    );
  });

  it('may be empty', async () => {
    const { rows } = await sql`select ${JsonArray.of([])}::jsonb as records`.execute(opened.store.db);
    expect(rows).toEqual([{ records: [] }]);
  });
});
