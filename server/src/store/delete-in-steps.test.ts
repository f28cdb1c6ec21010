import { sql, type Kysely, type KyselyPlugin } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testDatabases, type OpenTestDatabase } from '../../test-kit/databases/databases.ts';
import { deleteInSteps, type Tables } from './index.ts';

const NOW_MS = Date.parse('2026-11-28T00:00:00Z');
const OLD = 2500;
const YOUNG = 10;

/** The database, and how many rows each statement has deleted. */
function countingDeletes(db: Kysely<Tables>) {
  const deleted: number[] = [];
  const counter: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: ({ result }) => {
      deleted.push(Number(result.numAffectedRows));
      return Promise.resolve(result);
    },
  };
  return { db: db.withPlugin(counter), deleted };
}

describe.each(await testDatabases())('deleteInSteps on $kind', (database) => {
  let opened: OpenTestDatabase;
  let db: Kysely<Tables>;
  beforeAll(async () => {
    opened = await database.open();
    ({ db } = opened.store);
  });
  afterAll(() => opened.close());

  beforeEach(async () => {
    await sql`truncate reply_marks`.execute(db);
    await sql`insert into reply_marks (workspace_id, digest, reasoning_blocks, created_at)
      select 'ws_1', decode(md5(n::text), 'hex'), 1,
        to_timestamp(${NOW_MS / 1000}) + case when n <= ${YOUNG} then 1 else -1 end * n * interval '1 ms'
      from generate_series(1, ${OLD + YOUNG}::int) as n`.execute(db);
  });

  const old = () => db.selectFrom('reply_marks').where('created_at', '<', NOW_MS).orderBy('created_at');
  const countKept = async () => (await db.selectFrom('reply_marks').select('digest').execute()).length;

  it('deletes what a query finds, 1000 rows by a statement', async () => {
    const counting = countingDeletes(db);
    await deleteInSteps(counting.db, 'reply_marks', old());
    expect(counting.deleted).toEqual([1000, 1000, 500]);
    expect(await countKept()).toBe(YOUNG);
  });

  it('divides the rows among nodes that delete at the same time', async () => {
    const nodes = [1, 2, 3].map(() => countingDeletes(db));
    await Promise.all(nodes.map((node) => deleteInSteps(node.db, 'reply_marks', old())));
    const deleted = nodes.flatMap((node) => node.deleted);
    expect(deleted.reduce((sum, count) => sum + count, 0)).toBe(OLD);
    expect(await countKept()).toBe(YOUNG);
  });
});
