import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { explainQueries, testDatabases, type OpenTestDatabase } from '#test-kit';
import { insertOrganizations, insertRunningBatch, statesOf } from '../test-support/batch-database.ts';
import { claimLines, keepResults, releaseLines, type LineResult } from './claims.ts';

const LINES = 4000;
const GROUP = 100;
const NOW_MS = 1_700_000_000_000;

describe.each(await testDatabases())('lines that ran on the $kind database', (database) => {
  let opened: OpenTestDatabase;
  beforeEach(async () => {
    opened = await database.open();
    await insertOrganizations(opened.store.db);
    await insertRunningBatch(opened.store.db, { id: 'batch_1', lines: LINES, nowMs: NOW_MS });
  });
  afterEach(() => opened.close());

  it('are not read again for the results of later ones, although there was no vacuum', async () => {
    const { db } = opened.store;
    const claim = { claimId: 'run/1', nowMs: NOW_MS, leaseEndsAtMs: NOW_MS + 60_000, mostBytes: 1e9 };
    const lines = await claimLines(db, 'batch_1', { ...claim, most: LINES - GROUP });
    await keepResults(db, 'batch_1', lines.map(succeeded));
    const last = await claimLines(db, 'batch_1', { ...claim, most: LINES });
    const explained = await explainQueries(db, async (recorded) => {
      await releaseLines(recorded, 'batch_1', last.map(released));
      await claimLines(db, 'batch_1', { ...claim, most: LINES });
      await keepResults(recorded, 'batch_1', last.map(succeeded));
    });
    expect(await statesOf(db, 'batch_1')).toEqual({ succeeded: LINES });
    expect(explained).toHaveLength(2);
    for (const { plan } of explained) {
      const scans = plan.filter((row) => row.includes('batch_lines_'));
      expect(scans).toEqual([expect.stringContaining('batch_lines_pkey')]);
      const [, rows, loops] = /rows=([\d.]+) loops=(\d+)/.exec(scans[0]!)!;
      // Each line has an entry for each of its versions.
      expect(Number(rows) * Number(loops)).toBeLessThan(10 * GROUP);
    }
  });
});

const released = ({ line }: { readonly line: number }) => ({
  line,
  claimId: 'run/1',
  dueAtMs: undefined,
  counts: false,
});
const succeeded = ({ line }: { readonly line: number }): LineResult => ({
  line,
  claimId: 'run/1',
  state: 'succeeded',
  statusCode: 200,
  errorCode: null,
  requestId: `req_${line}`,
  sealed: Buffer.from('x'),
});
