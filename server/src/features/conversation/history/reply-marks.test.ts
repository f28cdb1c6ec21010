import type { Kysely } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClock } from '#kit';
import type { Tables } from '#store';
import { testDatabases, type OpenTestDatabase } from '../../../../test-kit/databases/databases.ts';
import { deleteReplyMarks } from '../store.ts';
import { ReplyMarks } from './reply-marks.ts';

const log = pino({ level: 'silent' });
const DAY_MS = 86_400_000;
const digest = (n: number): string => Buffer.alloc(16, n).toString('base64');

for (const database of await testDatabases()) {
  describe(`ReplyMarks on the ${database.kind} database`, () => {
    let opened: OpenTestDatabase;
    beforeAll(async () => {
      opened = await database.open();
    });
    afterAll(() => opened.close());

    function open(db: Kysely<Tables> = opened.store.db, clock = createClock()) {
      const marks = new ReplyMarks({ db, clock, log, keptDays: () => 30 });
      const find = (workspace: string, ...replies: [digest: string, blocks: number][]) =>
        marks.findShortened(
          workspace,
          replies.map(([of, reasoningBlocks]) => ({ digest: of, reasoningBlocks })),
        );
      return { marks, clock, find };
    }

    it('D-46 finds the first reply with fewer reasoning blocks than it had, on this node at once and on others when written', async () => {
      const [one, other] = [open(), open()];
      one.marks.note('w', digest(1), 2);
      expect(await one.find('w', [digest(9), 0], [digest(1), 1])).toBe(1);
      // Not written yet: another node knows nothing and lets it pass, for a minute.
      await one.marks.flush();
      expect(await other.find('w', [digest(1), 1])).toBe(0);
      expect(await other.find('w', [digest(1), 2])).toBeUndefined();
      await one.marks.flush();
      await other.marks.flush();
    });

    it('D-46 goes by the smallest number of blocks of replies that read alike', async () => {
      const { marks, find } = open();
      marks.note('w', digest(2), 3);
      await marks.flush();
      marks.note('w', digest(2), 1);
      await marks.flush();
      marks.note('w', digest(2), 4);
      await marks.flush();
      expect(await find('w', [digest(2), 1])).toBeUndefined();
      expect(await find('w', [digest(2), 0])).toBe(0);
      await marks.flush();
    });

    it('D-46 tells replies that read alike apart by what is missing', async () => {
      const { marks, find } = open();
      marks.note('w', digest(5), 1);
      expect(await find('w', [digest(5), 1], [digest(6), 0], [digest(5), 0])).toBe(2);
      expect(await find('w', [digest(5), 1], [digest(5), 0])).toBe(1);
      await marks.flush();
    });

    it('D-46 forgets a mark after 30 days', async () => {
      const { marks, clock, find } = open();
      marks.note('w', digest(3), 1);
      await marks.flush();
      await clock.advance(29 * DAY_MS);
      expect(await find('w', [digest(3), 0])).toBe(0);
      await clock.advance(2 * DAY_MS);
      expect(await find('w', [digest(3), 0])).toBeUndefined();
      expect(await deleteReplyMarks(opened.store.db, clock.nowMs() - 30 * DAY_MS, 1)).toBe(1);
      await marks.flush();
    });

    it('D-46 checks nothing while the database does not answer, and waits for it no longer than a moment', async () => {
      // Every word of a query leads on, and none leads to an end.
      const endless: unknown = new Proxy(() => {}, {
        get: (_, name) => (name === 'execute' ? () => new Promise(() => {}) : () => endless),
      });
      const { marks, find } = open(endless as Kysely<Tables>);
      expect(await find('w', [digest(1), 0])).toBeUndefined();
      // Its last words wait for the database, as at the end of a process.
      void marks.flush();
    });
  });
}
