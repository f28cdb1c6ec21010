import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testDatabases, type OpenTestDatabase } from '../../test-kit/databases/databases.ts';
import { JsonArray } from './json-array.ts';

describe.each(await testDatabases())('a statement that takes a batch of records on $kind', (database) => {
  let opened: OpenTestDatabase;
  beforeAll(async () => {
    opened = await database.open();
  });
  afterAll(() => opened.close());

  /** All of it on one connection. */
  const run = (
    work: (
      sum: (numbers: readonly string[]) => Promise<number>,
      prepared: () => Promise<string[]>,
    ) => Promise<void>,
  ) =>
    opened.store.db.connection().execute((db) =>
      work(
        async (numbers) => {
          const rows = sql`jsonb_array_elements(${JsonArray.of(numbers)}::jsonb)`;
          const { rows: sums } = await sql<{
            sum: number;
          }>`select sum(value::text::int)::int as sum from ${rows}`.execute(db);
          return sums[0]!.sum;
        },
        async () => {
          const { rows } = await sql<{
            statement: string;
          }>`select statement from pg_prepared_statements`.execute(db);
          return rows
            .map(({ statement }) => statement)
            .filter((statement) => statement.includes('sum(value'));
        },
      ),
    );

  it('is prepared once, and others are not', () =>
    run(async (sum, prepared) => {
      for (let i = 1; i < 10; i++) expect(await sum(['1', String(i)])).toBe(1 + i);
      expect(await prepared()).toHaveLength(1);
      expect((await prepared()).join()).not.toContain('pg_prepared_statements');
    }));

  it('runs again after it failed when it ran for the first time', async () => {
    const first = await database.open();
    await first.store.db.connection().execute(async (db) => {
      const divide = (by: string) =>
        sql`select 6 / ((${JsonArray.of([by])}::jsonb) ->> 0)::int as part`.execute(db);
      await expect(divide('0')).rejects.toThrow('division by zero');
      expect((await divide('3')).rows).toEqual([{ part: 2 }]);
      expect((await divide('2')).rows).toEqual([{ part: 3 }]);
    });
    await first.close();
  });
});
