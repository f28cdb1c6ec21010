import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { describe, expect, it, vi } from 'vitest';
import { oneOrganization, openMailSink, testDatabases } from '#test-kit';
import {
  installProcessHooks,
  start,
  writeServiceFiles,
  writeProvisioning,
} from './processes/service-process.ts';

// Processes start slowly on a busy machine.
vi.setConfig({ testTimeout: 240_000 });
installProcessHooks();

const LEASE_S = 120;

describe('a job whose process is killed while it runs', () => {
  it('is completed once by another process when its lease has expired', async (context) => {
    const postgres = (await testDatabases()).find(({ kind }) => kind === 'postgres');
    if (!postgres) return context.skip('PostgreSQL not found');
    const database = await postgres.open({ migrated: false });
    const { promise: heard, resolve: hear } = Promise.withResolvers<void>();
    let holds = true;
    const sink = await openMailSink({
      disabledCommands: ['AUTH', 'STARTTLS'],
      // The first mail is neither accepted nor refused.
      onRcptTo: (_address, _session, done) => (holds ? hear() : done()),
    });
    try {
      const env = {
        ...writeServiceFiles(),
        DATABASE_URL: database.databaseUrl!,
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
      await heard;
      const others = [
        await start({ ...env, SVC_DATA_DIR: 'node-1' }),
        await start({ ...env, SVC_DATA_DIR: 'node-2' }),
      ];
      const exit = once(first.child, 'exit');
      first.child.kill('SIGKILL');
      await exit;
      holds = false;
      const advance = (seconds: number) => Promise.all(others.map((node) => node.advance(seconds)));
      await advance(1);
      expect(sink.mails).toHaveLength(0);
      await advance(LEASE_S);
      expect(sink.mails).toHaveLength(1);
      await advance(LEASE_S);
      expect(sink.mails).toHaveLength(1);
      const { db } = database.store;
      expect(await db.selectFrom('mails').select(['status', 'attempts']).execute()).toEqual([
        { status: 'sent', attempts: 2 },
      ]);
      expect(await db.selectFrom('jobs').selectAll().execute()).toEqual([]);
      for (const node of others) await node.end('SIGTERM');
    } finally {
      await sink.close();
      await database.close();
    }
  });
});
