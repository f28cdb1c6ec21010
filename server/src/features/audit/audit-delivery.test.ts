import { Writable } from 'node:stream';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createClock } from '#kit';
import { openStore, StoreUnavailable, type Store } from '#store';
import { testDatabases, type OpenTestDatabase } from '../../../test-kit/databases/databases.ts';
import { AuditDelivery } from './audit-delivery.ts';
import { countListeningProcesses } from './store/listening-processes.ts';

const postgres = (await testDatabases()).find(({ kind }) => kind === 'postgres');

/** One process: what it holds is delivered by `deliver`. */
interface Process {
  readonly store: Store;
  readonly delivery: AuditDelivery;
  delivered: number;
  deliver: () => Promise<void>;
}

describe.runIf(postgres)('AuditDelivery', () => {
  let opened: OpenTestDatabase;
  let logged = '';
  const log = pino(
    { level: 'warn' },
    new Writable({ write: (line, _coding, done) => ((logged += String(line)), done()) }),
  );
  const processes: Process[] = [];

  const untilListening = (db: Store['db'], count: number): Promise<void> =>
    vi.waitFor(async () => expect(await countListeningProcesses(db)).toBe(count), { timeout: 20_000 });

  /** By default longer than a busy machine takes for an answer. */
  const begin = async (responseTimeoutMs = 20_000): Promise<Process> => {
    const store = await openStore({ dataDir: '', databaseUrl: opened.databaseUrl!, log });
    const process: Process = {
      store,
      delivered: 0,
      deliver: async () => void process.delivered++,
      delivery: new AuditDelivery({
        ...store,
        clock: createClock(),
        log,
        responseTimeoutMs,
        deliver: () => process.deliver(),
      }),
    };
    processes.push(process);
    await untilListening(store.db, processes.length);
    return process;
  };

  beforeAll(async () => {
    opened = await postgres!.open();
  });
  afterAll(() => opened.close());
  beforeEach(() => {
    logged = '';
  });
  afterEach(async () => {
    for (const { store, delivery } of processes.splice(0)) {
      delivery.close();
      await store.close();
    }
    await untilListening(opened.store.db, 0);
  });

  it('resolves when every process has delivered, and asks once for all who ask meanwhile', async () => {
    const [asking, slow] = [await begin(), await begin()];
    const held = Promise.withResolvers<void>();
    slow.deliver = async () => {
      await held.promise;
      slow.delivered++;
    };
    let resolved = false;
    const first = asking.delivery.deliverAll().then(() => (resolved = true));
    const later = Array.from({ length: 20 }, () => asking.delivery.deliverAll());
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(resolved).toBe(false);
    held.resolve();
    await Promise.all([first, ...later]);
    expect(slow.delivered).toBeLessThanOrEqual(2);
    expect(logged).toBe('');
  });

  it('goes on without a process that does not deliver, and says so', async () => {
    const [asking, failing] = [await begin(100), await begin()];
    failing.deliver = () => Promise.reject(new StoreUnavailable('failing'));
    await asking.delivery.deliverAll();
    expect(logged).toContain('"nodes":1');
  });

  it('rejects when this process cannot deliver, as its own events would be missing', async () => {
    const asking = await begin();
    asking.deliver = () => Promise.reject(new StoreUnavailable('failing'));
    await expect(asking.delivery.deliverAll()).rejects.toThrow(StoreUnavailable);
  });
});
