import { pino } from 'pino';
import { expect, it } from 'vitest';
import { usualDatabase } from '#test-kit';
import { DirectoryTokens } from './directory-tokens.ts';

it('a flood of unknown tokens costs few queries', async () => {
  const { store, close } = await (await usualDatabase()).open();
  try {
    let queries = 0;
    const db = store.db.withPlugin({
      transformQuery: ({ node }) => {
        queries++;
        return node;
      },
      transformResult: async ({ result }) => result,
    });
    const tokens = new DirectoryTokens({ db, log: pino({ level: 'silent' }) });
    const asked = Array.from({ length: 1000 }, (_, i) =>
      tokens.find(`scim_${String(i).padStart(64, '0')}`, 0),
    );
    const found = (await Promise.all(asked)).filter(({ directory }) => directory !== undefined);
    expect(found).toEqual([]);
    expect(queries).toBeLessThanOrEqual(10);
  } finally {
    await close();
  }
});
