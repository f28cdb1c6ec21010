import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { explainQueries, testDatabases } from '#test-kit';
import { deleteLines } from './line-rows.ts';

const LINES = 5000;

it.each((await testDatabases()).filter(({ kind }) => kind === 'postgres'))(
  'removes lines by choosing them once, on a $kind database whose statistics do not know them yet',
  async (database) => {
    const {
      store: { db },
    } = await database.open();
    await sql`alter table batch_lines disable trigger all`.execute(db);
    await sql`analyze batch_lines`.execute(db);
    await sql`
      insert into batch_lines (batch_id, line, endpoint, custom_id, body, body_bytes, state, due_at)
      select 'b', n, '/v1/chat/completions', n::text::bytea, ''::bytea, 0, 'waiting', now()
      from generate_series(1, ${LINES}) n`.execute(db);
    const [explained] = await explainQueries(db, async (watched) => {
      expect(await deleteLines(watched, 'b', 1000)).toBe(1000);
    });
    const loops = explained!.plan.flatMap((line) => Number(/loops=(\d+)/.exec(line)?.[1] ?? 0));
    expect(Math.max(...loops)).toBe(1);
    expect(await deleteLines(db, 'b', LINES)).toBe(LINES - 2000);
    expect(await deleteLines(db, 'b', 1)).toBe(0);
  },
);
