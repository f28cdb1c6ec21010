import { pino } from 'pino';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Scheduler } from '#jobs';
import { createClock, type Clock } from '#kit';
import { testDatabases, type OpenTestDatabase } from '#test-kit';
import { consumerJob, type EventConsumer } from './event-consumer.ts';
import type { NewEvent } from './outbox-event.ts';
import { recordEvents } from './record-events.ts';

describe.each(await testDatabases())('events on the $kind database', (database) => {
  let opened: OpenTestDatabase;
  let clock: Clock;
  let scheduler: Scheduler;
  let consumers = 0;

  beforeAll(async () => {
    opened = await database.open();
  });
  afterAll(() => opened.close());
  beforeEach(async () => {
    await opened.store.db.deleteFrom('outbox_events').execute();
    clock = createClock();
    scheduler = new Scheduler({ clock, log: pino({ level: 'silent' }) });
    return () => scheduler.close();
  });

  const lowBalance = (usd: string, more: Partial<Pick<NewEvent, 'dedupeKey'>> = {}): NewEvent => ({
    organizationId: 'org_1',
    type: 'credits.low_balance',
    data: {
      object: {
        type: 'credit_balance',
        balance_usd: usd,
        auto_reload: { enabled: false, trigger_usd: '1', last_error: null },
      },
    },
    ...more,
  });
  /** Records events one by one, because events of the same millisecond have no order. */
  const record = async (...events: NewEvent[]): Promise<void> => {
    for (const event of events) {
      await recordEvents(opened.store.db, [event], clock.nowMs());
      await clock.advance(1);
    }
  };
  /** Collects balances in the order in which a consumer receives them, on any number of nodes. */
  const consumer = ({
    name = `test ${++consumers}`,
    nodes = 1,
    fails = (): boolean => false,
  } = {}): string[] => {
    const seen: string[] = [];
    const consumes: EventConsumer<'credits.low_balance'> = {
      name,
      types: ['credits.low_balance'],
      async consume(trx, events) {
        // An effect that rolls back with the transaction.
        await trx
          .insertInto('event_cursors')
          .values({ consumer: `${name} ${events[0]!.id}`, position: 0 })
          .execute();
        if (fails()) throw new Error('no');
        seen.push(...events.map(({ data }) => data.object.balance_usd));
      },
    };
    for (let node = 0; node < nodes; node++)
      scheduler.every(consumerJob(consumes, { db: opened.store.db, clock }));
    return seen;
  };

  it('are consumed once and in order, independently by each consumer', async () => {
    await record(lowBalance('1'), lowBalance('2'));
    const [one, other] = [consumer({ nodes: 3 }), consumer()];
    await clock.advance(0);
    expect([one, other]).toEqual([
      ['1', '2'],
      ['1', '2'],
    ]);
    await record(lowBalance('3'));
    await clock.advance(0);
    await clock.advance(0);
    expect([one, other]).toEqual([
      ['1', '2', '3'],
      ['1', '2', '3'],
    ]);
  });

  it('are consumed from the cursor on by a node that starts later', async () => {
    await record(lowBalance('1'));
    const before = consumer({ name: 'restarted' });
    await clock.advance(0);
    await scheduler.close();
    scheduler = new Scheduler({ clock, log: pino({ level: 'silent' }) });
    const after = consumer({ name: 'restarted' });
    await record(lowBalance('2'));
    await clock.advance(0);
    expect([before, after]).toEqual([['1'], ['2']]);
  });

  it('stay unconsumed, without effects, when one of them cannot be consumed', async () => {
    let fails = true;
    await record(lowBalance('1'), lowBalance('2'));
    const seen = consumer({ name: 'failing', fails: () => fails });
    await clock.advance(0);
    const effects = () =>
      opened.store.db
        .selectFrom('event_cursors')
        .select('position')
        .where('consumer', 'like', 'failing evt_%')
        .execute();
    expect([seen, await effects()]).toEqual([[], []]);
    fails = false;
    await clock.advance(0);
    expect([seen, (await effects()).length]).toEqual([['1', '2'], 1]);
  });

  it('with the same key are written once', async () => {
    await record(lowBalance('1', { dedupeKey: 'same' }), lowBalance('2'));
    await record(lowBalance('3', { dedupeKey: 'same' }));
    const seen = consumer();
    await clock.advance(0);
    expect(seen).toEqual(['1', '2']);
  });

  it('of other types are skipped, however many', async () => {
    const other = {
      organization_id: 'org_1',
      workspace_id: null,
      type: 'other',
      body: '{}',
      created_at: clock.nowMs(),
    };
    const rows = Array.from({ length: 250 }, (_, n) => ({
      ...other,
      id: `evt_0${String(n).padStart(3, '0')}`,
    }));
    await opened.store.db.insertInto('outbox_events').values(rows).execute();
    await record(lowBalance('1'));
    const seen = consumer();
    await clock.advance(0);
    expect(seen).toEqual(['1']);
  });

  // The embedded database runs one transaction at a time.
  it.runIf(database.kind === 'postgres')(
    'are not skipped when they are committed after ones with higher ids were consumed',
    async () => {
      const seen = consumer({ nodes: 2 });
      const { promise: commits, resolve: commit } = Promise.withResolvers<void>();
      const { promise: written, resolve: wrote } = Promise.withResolvers<void>();
      const slow = opened.store.db.transaction().execute(async (trx) => {
        await recordEvents(trx, [lowBalance('slow')], clock.nowMs());
        wrote();
        await commits;
      });
      await written;
      await clock.advance(1000);
      await record(lowBalance('fast'));
      const ids = (await opened.store.db.selectFrom('outbox_events').select('id').execute()).map(
        ({ id }) => id,
      );
      await clock.advance(0);
      expect(seen).toEqual(['fast']);
      commit();
      await slow;
      const all = (
        await opened.store.db.selectFrom('outbox_events').select('id').orderBy('id').execute()
      ).map(({ id }) => id);
      expect(all.indexOf(ids[0]!), 'the slow one has the lower id').toBe(1);
      await clock.advance(0);
      await clock.advance(0);
      expect(seen).toEqual(['fast', 'slow']);
    },
  );

  it.runIf(database.kind === 'postgres')(
    'are all consumed, each once, while many transactions write and several nodes consume',
    async () => {
      const seen = consumer({ nodes: 3 });
      const write = async (n: number): Promise<void> => {
        await opened.store.db.transaction().execute(async (trx) => {
          await recordEvents(trx, [lowBalance(String(n))], clock.nowMs());
          await sql`select pg_sleep(${Math.random() * 0.05})`.execute(trx);
        });
      };
      for (let wave = 0; wave < 10; wave++) {
        const writes = Array.from({ length: 8 }, (_, n) => write(wave * 8 + n));
        for (const written of writes) {
          await clock.advance(1);
          await written;
        }
      }
      await clock.advance(0);
      expect(seen.map(Number).toSorted((a, b) => a - b)).toEqual(Array.from({ length: 80 }, (_, n) => n));
    },
  );
});
