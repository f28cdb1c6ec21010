import { expect, it } from 'vitest';
import { createLog } from '#kit';
import { WriteQueue } from './index.ts';

interface Row {
  readonly id: string;
  readonly sealed: Buffer;
}
const MB = 1_048_576;
const rowsOf = (count: number, bytes = 10): Row[] =>
  Array.from({ length: count }, (_, i) => ({ id: `row ${i}`, sealed: Buffer.alloc(bytes) }));

function queueOf(write: (rows: readonly Row[]) => Promise<void>): WriteQueue<Row> {
  return new WriteQueue({ log: createLog('silent'), what: 'rows', keyOf: ({ id }) => id, write });
}

it('writes all that came by then in one statement, in their order, in the bounds of a statement', async () => {
  const statements: number[] = [];
  const written: string[] = [];
  const queue = queueOf(async (rows) => {
    statements.push(rows.length);
    written.push(...rows.map(({ id }) => id));
  });
  const rows = rowsOf(1200);
  for (const row of rows) expect(queue.add([row])).toBe(true);
  await Promise.all([queue.written(), queue.written()]);
  expect(statements).toEqual([500, 500, 200]);
  expect(written).toEqual(rows.map(({ id }) => id));
  statements.length = 0;
  queue.add(rowsOf(6, 1.5 * MB));
  await queue.written();
  expect(statements).toEqual([2, 2, 2]);
  statements.length = 0;
  queue.add(rowsOf(1, 10 * MB));
  await queue.written();
  expect(statements).toEqual([1]);
});

it('keeps and finds what could not be written, lets nobody wait for it meanwhile, and writes it later', async () => {
  let isAway = true;
  const written: Row[] = [];
  const queue = queueOf(async (rows) => {
    if (isAway) throw new Error('away');
    written.push(...rows);
  });
  const [first, second] = rowsOf(2) as [Row, Row];
  queue.add([first]);
  await queue.written();
  queue.add([second]);
  await queue.written();
  expect([queue.get('row 0'), queue.get('row 1'), queue.get('row 2')]).toEqual([first, second, undefined]);
  isAway = false;
  await queue.flush();
  expect(written).toEqual([first, second]);
  expect(queue.get('row 0')).toBeUndefined();
});

it('waits no longer than a reply may for a database that does not answer', async () => {
  const stuck = Promise.withResolvers<void>();
  const queue = queueOf(() => stuck.promise);
  queue.add(rowsOf(1));
  await queue.written();
  expect(queue.get('row 0')).toBeDefined();
  stuck.resolve();
  await queue.flush();
  expect(queue.get('row 0')).toBeUndefined();
});

it('takes no more than 64 MB, also where rows are added again, and takes more when they are written', async () => {
  const queue = queueOf(async () => undefined);
  for (let i = 0; i < 100; i++) expect(queue.add(rowsOf(1, MB))).toBe(true);
  expect(queue.add(rowsOf(63, MB))).toBe(true);
  expect(queue.add([{ id: 'the last', sealed: Buffer.alloc(MB) }])).toBe(true);
  expect(queue.add([{ id: 'one more', sealed: Buffer.alloc(1) }])).toBe(false);
  expect(queue.get('one more')).toBeUndefined();
  await queue.flush();
  expect(queue.add(rowsOf(64, MB))).toBe(true);
});
