import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pino } from 'pino';
import { sql } from 'kysely';
import { testDatabases, type OpenTestDatabase } from '#test-kit';
import { postgresAddress } from './postgres-address.ts';
import { announceOnCommit, PostgresAnnouncements } from './announcements.ts';

const postgres = (await testDatabases()).find(({ kind }) => kind === 'postgres');
const log = pino({ level: 'silent' });

describe.runIf(postgres)('announcements', () => {
  let opened: OpenTestDatabase;
  const all: PostgresAnnouncements[] = [];
  beforeAll(async () => {
    opened = await postgres!.open();
  });
  afterAll(async () => {
    for (const each of all) await each.close();
    await opened.close();
  });

  function join(channel: string): {
    announcements: PostgresAnnouncements;
    received: unknown[];
    states: boolean[];
    leave: () => void;
  } {
    const announcements = new PostgresAnnouncements({
      address: postgresAddress('DATABASE_URL', opened.databaseUrl!),
      db: opened.store.db,
      log,
    });
    all.push(announcements);
    const received: unknown[] = [];
    const states: boolean[] = [];
    const leave = announcements.listen(
      channel,
      (message) => received.push(message),
      (isConnected) => states.push(isConnected),
    );
    return { announcements, received, states, leave };
  }

  /** Listening starts a moment after it is requested. */
  async function untilReceived(by: { received: unknown[] }, announce: () => Promise<void>): Promise<void> {
    await expect
      .poll(async () => {
        await announce();
        return by.received.length;
      })
      .toBeGreaterThan(0);
  }

  it('reach every process that listens to the channel, and nobody else', async () => {
    const [first, second, other] = [join('news'), join('news'), join('weather')];
    for (const each of [first, second])
      await untilReceived(each, () => first.announcements.announce('news', 'ready?'));
    await untilReceived(other, () => first.announcements.announce('weather', 'ready?'));
    second.leave();
    const message = { text: `it's "quoted"; drop table users\u2028` };
    await first.announcements.announce('news', message);
    await expect.poll(() => first.received.at(-1)).toEqual(message);
    expect(second.received).not.toContainEqual(message);
    expect(other.received.every((received) => received === 'ready?')).toBe(true);
  });

  it('are received again after the connection was lost', async () => {
    const listener = join('again');
    await untilReceived(listener, () => listener.announcements.announce('again', 1));
    await sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'svc announcements' and datname = current_database()`.execute(
      opened.store.db,
    );
    await expect
      .poll(async () => {
        await listener.announcements.announce('again', 2);
        return listener.received;
      })
      .toContain(2);
    expect(listener.states).toEqual([true, false, true]);
  });

  it('tell a later listener whether it receives them', async () => {
    const first = join('first');
    await untilReceived(first, () => first.announcements.announce('first', 1));
    const states: boolean[] = [];
    first.announcements.listen(
      'later',
      () => {},
      (isConnected) => states.push(isConnected),
    );
    await expect.poll(() => states).toEqual([true]);
  });

  it('are sent with the transaction that made them', async () => {
    const listener = join('together');
    await untilReceived(listener, () => listener.announcements.announce('together', 'ready?'));
    const { db } = opened.store;
    const failing = db.transaction().execute(async (trx) => {
      await announceOnCommit(trx, 'together', 'lost');
      throw new Error('rolled back');
    });
    await expect(failing).rejects.toThrow('rolled back');
    await db.transaction().execute((trx) => announceOnCommit(trx, 'together', 'kept'));
    await expect.poll(() => listener.received.at(-1)).toBe('kept');
    expect(listener.received).not.toContain('lost');
  });
});
