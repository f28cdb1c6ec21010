import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { describe, expect, it, vi } from 'vitest';
import { HOUR_MS } from '#kit';
import { onDatabase, oneOrganization, openMailSink, testDatabases, type OpenTestDatabase } from '#test-kit';
import {
  installProcessHooks,
  start,
  writeServiceFiles,
  writeProvisioning,
} from './processes/service-process.ts';

// Processes start slowly on a busy machine.
vi.setConfig({ testTimeout: 240_000 });
installProcessHooks();

const LEASE_S = 30;

interface HeldMail {
  readonly env: Readonly<Record<string, string>>;
  readonly database: OpenTestDatabase;
  readonly sink: Awaited<ReturnType<typeof openMailSink>>;
  /** Kills the process that is sending the mail. Another attempt succeeds. */
  kill(): Promise<void>;
}

/** With a node in the folder `node-0` whose mail server neither accepts nor refuses a mail. */
async function holdMail(database: OpenTestDatabase, work: (held: HeldMail) => Promise<void>): Promise<void> {
  const { promise: received, resolve: hear } = Promise.withResolvers<void>();
  let holds = true;
  const sink = await openMailSink({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onRcptTo: (_address, _session, done) => (holds ? hear() : done()),
  });
  try {
    const env = {
      ...writeServiceFiles(),
      ...onDatabase(database),
      SMTP_URL: sink.url,
      SVC_DATA_KEY: randomBytes(32).toString('base64'),
      SVC_TEST_CLOCK: '1',
    };
    // Creating an admin key mails its owner.
    writeProvisioning(
      oneOrganization({
        admin_keys: [{ name: 'a', created_by: 'ada@acme.test', secret: `sk_admin_${'a'.repeat(64)}` }],
      }),
    );
    const first = await start({ ...env, SVC_DATA_DIR: 'node-0' });
    await received;
    const kill = async (): Promise<void> => {
      const exit = once(first.child, 'exit');
      first.child.kill('SIGKILL');
      await exit;
      holds = false;
    };
    await work({ env, database, sink, kill });
  } finally {
    await sink.close();
    await database.close();
  }
}

/** Of the job that a dead process holds. */
async function setLease({ store }: OpenTestDatabase, ms: number): Promise<void> {
  await store.db
    .updateTable('jobs')
    .set({ lease_ends_at: Date.now() + ms })
    .where('lease_ends_at', 'is not', null)
    .execute();
}

describe('a job whose process is killed while it runs', () => {
  it('is completed once by another process within half a minute', async (context) => {
    const postgres = (await testDatabases()).find(({ kind }) => kind === 'postgres');
    if (!postgres) return context.skip('PostgreSQL not found');
    await holdMail(await postgres.open({ migrated: false }), async ({ env, database, sink, kill }) => {
      await kill();
      // However long the starts take, the lease ends half a minute after them.
      await setLease(database, HOUR_MS);
      const others = [
        await start({ ...env, SVC_DATA_DIR: 'node-1' }),
        await start({ ...env, SVC_DATA_DIR: 'node-2' }),
      ];
      await setLease(database, LEASE_S * 1000);
      const advance = (seconds: number) => Promise.all(others.map((node) => node.advance(seconds)));
      await advance(0);
      expect(sink.mails).toHaveLength(0);
      await advance(LEASE_S + 2);
      // Not at once: after a move of the clock other nodes may have yet to renew.
      await expect.poll(() => sink.mails.length, { timeout: 60_000 }).toBe(1);
      await advance(LEASE_S);
      expect(sink.mails).toHaveLength(1);
      const { db } = database.store;
      expect(await db.selectFrom('mails').select(['status', 'attempts']).execute()).toEqual([
        { status: 'sent', attempts: 2 },
      ]);
      expect(await db.selectFrom('jobs').selectAll().execute()).toEqual([]);
      for (const node of others) await node.end('SIGTERM');
    });
  });

  it('is completed by the next process of its data directory as soon as that starts', async (context) => {
    const postgres = (await testDatabases()).find(({ kind }) => kind === 'postgres');
    if (!postgres) return context.skip('PostgreSQL not found');
    await holdMail(await postgres.open({ migrated: false }), async ({ env, database, sink, kill }) => {
      await kill();
      // However long the start takes, the lease has not ended.
      await setLease(database, HOUR_MS);
      const next = await start({ ...env, SVC_DATA_DIR: 'node-0' });
      await next.advance(1);
      await expect.poll(() => sink.mails.length).toBe(1);
      await next.end('SIGTERM');
    });
  });
});
