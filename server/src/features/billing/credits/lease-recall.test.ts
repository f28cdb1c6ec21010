import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClock } from '#kit';
import type { Announcements } from '#store';
import { usualDatabase, type OpenTestDatabase } from '#test-kit';
import { LeaseRecall } from './lease-recall.ts';

const log = pino({ level: 'silent' });

/** Delivers every message to every listener in a later turn of the event loop. */
function createBus(): Announcements & { sent: number } {
  const listeners = new Set<(message: unknown) => void>();
  const bus = {
    sent: 0,
    listen: (_channel: string, listener: (message: unknown) => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    announce: async (_channel: string, message: unknown) => {
      bus.sent++;
      await new Promise(setImmediate);
      for (const listener of listeners) listener(message);
    },
    close: () => Promise.resolve(),
  };
  return bus;
}

describe('a recall of leases', () => {
  let opened: OpenTestDatabase;
  beforeAll(async () => {
    const database = await usualDatabase();
    opened = await database.open();
  });
  afterAll(() => opened.close());

  async function lease(organizationId: string, ...nodes: string[]): Promise<void> {
    const inAnHour = Date.now() + 3_600_000;
    for (const node of nodes) {
      const row = {
        organization_id: organizationId,
        node_id: node,
        counter: 'plan',
        usable: true,
        leased: 5,
        expires_at: inAnHour,
      };
      await opened.store.db.insertInto('limit_leases').values(row).execute();
    }
  }

  const join = (
    announcements: Announcements,
    runId: string,
    release: (organizationId: string) => Promise<void> = () => Promise.resolve(),
  ) => new LeaseRecall({ db: opened.store.db, announcements, clock: createClock(), log, runId, release });

  it('resolves when every lease holder returned what it can, and asks nobody when there is none', async () => {
    const bus = createBus();
    const given: string[] = [];
    const slow = Promise.withResolvers<void>();
    const asking = join(bus, 'a/1');
    join(bus, 'b/1', async (organization) => void given.push(`b ${organization}`));
    join(bus, 'c/1', async (organization) => {
      await slow.promise;
      given.push(`c ${organization}`);
    });
    join(bus, 'd/1', async () => void given.push('d'));
    await lease('org_all', 'a/1', 'b/1', 'c/1');
    let done = false;
    const recalled = asking.recall('org_all').then(() => (done = true));
    await expect.poll(() => given).toEqual(['b org_all']);
    expect(done).toBe(false);
    slow.resolve();
    await recalled;
    expect(given).toEqual(['b org_all', 'c org_all']);
    const sent = bus.sent;
    await asking.recall('org_nothing');
    expect(bus.sent).toBe(sent);
  });

  it('is shared by callers before it was sent, but not by later ones', async () => {
    const bus = createBus();
    let times = 0;
    const began = Promise.withResolvers<void>();
    const asking = join(bus, 'a/2');
    join(bus, 'b/2', async () => {
      times++;
      began.resolve();
      await new Promise(setImmediate);
    });
    await lease('org_shared', 'b/2');
    const first = [asking.recall('org_shared'), asking.recall('org_shared')];
    await began.promise;
    const later = [asking.recall('org_shared'), asking.recall('org_shared')];
    await Promise.all([...first, ...later]);
    expect(times).toBe(2);
  });

  it('waits once for a dead node, and then skips it for a while', async () => {
    const bus = createBus();
    const asking = join(bus, 'a/3');
    await lease('org_gone', 'gone/1');
    const startedAt = performance.now();
    await asking.recall('org_gone');
    expect(performance.now() - startedAt).toBeGreaterThan(900);
    const { sent } = bus;
    for (let i = 0; i < 5; i++) await asking.recall('org_gone');
    expect(bus.sent).toBe(sent);
  });
});
