import { expect, it } from 'vitest';
import { MAIN_KEY, startRunningService, testDatabases, type RunningService } from '#test-kit';
import { recordEvents } from '#events';
import { Receiver } from './receiver.ts';
import { DATA_KEY, deploymentFor, provisioning } from './webhooks-fixture.ts';

const SOON_MS = 1000;
const EVENTS = 200;

it('D-HOOK-16 HOOK-53 several nodes send each delivery once and soon, including those committed by a process that sends none', async (context) => {
  const postgres = (await testDatabases()).find(({ kind }) => kind === 'postgres');
  if (!postgres) return context.skip('PostgreSQL not found');
  const opened = await postgres.open();
  const receiver = await Receiver.open();
  const nodes: RunningService[] = [];
  try {
    for (let node = 0; node < 3; node++)
      nodes.push(
        await startRunningService({
          deployment: deploymentFor({}),
          provisioning: provisioning(),
          environment: { DATABASE_URL: opened.databaseUrl!, SVC_DATA_KEY: DATA_KEY },
        }),
      );
    const created = await nodes[0]!.post(
      '/v1/webhooks',
      MAIN_KEY,
      { url: receiver.url('/nodes'), events: ['*'] },
      { 'svc-beta': 'webhooks-2026-11-01' },
    );
    expect(created.status).toBe(201);
    const { db, announcements } = opened.store;
    const webhook = await db.selectFrom('webhooks').selectAll().executeTakeFirstOrThrow();
    const object = { id: 'file_1', object: 'file' } as never;
    const record = () =>
      db.transaction().execute((trx) =>
        recordEvents(
          trx,
          [
            {
              organizationId: webhook.organization_id,
              workspaceId: webhook.workspace_id,
              type: 'file.expired',
              data: { object, deleted: true },
            },
          ],
          Date.now(),
        ),
      );
    await record();
    await announcements!.announce('events recorded', null);
    await expect.poll(() => receiver.at('/nodes').length, { timeout: SOON_MS, interval: 20 }).toBe(1);
    for (let event = 1; event < EVENTS; event++) await record();
    await announcements!.announce('events recorded', null);
    await expect.poll(() => receiver.at('/nodes').length, { timeout: 20_000 }).toBe(EVENTS);
    const ids = receiver.at('/nodes').map(({ headers }) => headers['svc-event-id']);
    expect(new Set(ids).size).toBe(EVENTS);
  } finally {
    for (const node of nodes) await node.stop();
    await receiver.close();
    await opened.close();
  }
});
