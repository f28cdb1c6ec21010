import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LIMITS } from '@svc/contract';
import { createClock, Secret, type Clock } from '#kit';
import { testDatabases, type OpenTestDatabase } from '#test-kit';
import { insertDeliveries } from '../store/deliveries.ts';
import { WebhookSender } from './webhook-sender.ts';

const OTHER = 'other/claim';

interface Call {
  readonly signal: AbortSignal;
  respond(status: number): void;
}

describe.each(await testDatabases())('a webhook delivery on the $kind database', (database) => {
  let opened: OpenTestDatabase;
  let clock: Clock;
  let sender: WebhookSender;
  let calls: Call[];
  beforeEach(async () => {
    opened = await database.open();
    clock = createClock();
    calls = [];
    const { db, commits } = opened.store;
    sender = new WebhookSender({
      db,
      commits,
      clock,
      announcements: undefined,
      runId: 'node/run',
      log: pino({ level: 'silent' }),
      limits: () => LIMITS,
      allowsHttp: () => false,
      secretsOf: () => [new Secret('whsec_1')],
      guard: {
        notify: ({ signal }) =>
          new Promise((resolve, reject) => {
            const abort = (): void => reject(signal!.reason as Error);
            signal!.addEventListener('abort', abort);
            calls.push({ signal: signal!, respond: resolve });
          }),
      },
    });
    await insertDelivery();
    await job('webhooks.send');
    await vi.waitUntil(() => calls.length === 1, { timeout: 20_000 });
  });
  afterEach(async () => {
    for (const { respond } of calls) respond(200);
    await sender.close();
    await opened.close();
  });

  const job = async (name: string): Promise<void> => sender.jobs.find((one) => one.name === name)!.run();
  const delivery = () =>
    opened.store.db
      .selectFrom('webhook_deliveries')
      .select(['status', 'attempts', 'leased_by'])
      .executeTakeFirstOrThrow();
  const webhook = () =>
    opened.store.db
      .selectFrom('webhooks')
      .select(['last_attempt_at', 'last_status_code', 'failing_since_at'])
      .executeTakeFirstOrThrow();
  const takeAway = () =>
    opened.store.db.updateTable('webhook_deliveries').set({ leased_by: OTHER }).execute();

  async function insertDelivery(): Promise<void> {
    const { db } = opened.store;
    const nowMs = clock.nowMs();
    const named = { id: 'org_1', provisioning_name: 'org_1', name: 'Acme', plan: 'pro' };
    await db
      .insertInto('organizations')
      .values({ ...named, subscribed_at: 1, created_at: 1 })
      .execute();
    const webhookRow = {
      id: 'whk_1',
      organization_id: 'org_1',
      workspace_id: null,
      url: 'https://acme.test',
    };
    await db
      .insertInto('webhooks')
      .values({ ...webhookRow, events: [], status: 'enabled', created_at: 1, updated_at: 1, due_at: nowMs })
      .execute();
    await db
      .insertInto('outbox_events')
      .values({
        id: 'evt_1',
        organization_id: 'org_1',
        workspace_id: null,
        type: 'file.expired',
        body: '{}',
        created_at: nowMs,
      })
      .execute();
    const row = {
      id: 'whd_1',
      webhook_id: 'whk_1',
      event_id: 'evt_1',
      event_type: 'file.expired',
      status: 'pending' as const,
      due_at: nowMs,
    };
    await insertDeliveries(db, [row], nowMs);
  }

  it('D-HOOK-16 whose lease is lost is ended, and nothing is written of it', async () => {
    await takeAway();
    await job('webhooks.renew_leases');
    expect(calls[0]!.signal.aborted).toBe(true);
    await sender.close();
    expect(await delivery()).toEqual({ status: 'pending', attempts: [], leased_by: OTHER });
    expect(await webhook()).toEqual({
      last_attempt_at: null,
      last_status_code: null,
      failing_since_at: null,
    });
  });

  it('D-HOOK-16 whose lease was lost unnoticed leaves the outcome to its new holder, and the webhook as it is', async () => {
    await takeAway();
    calls[0]!.respond(500);
    await sender.close();
    expect(await delivery()).toEqual({ status: 'pending', attempts: [], leased_by: OTHER });
    expect(await webhook()).toEqual({
      last_attempt_at: null,
      last_status_code: null,
      failing_since_at: null,
    });
  });

  it('D-HOOK-16 that is claimed again here after its lease was lost has one result, that of the later claim', async () => {
    const { db } = opened.store;
    await db.updateTable('webhook_deliveries').set({ leased_by: null, lease_ends_at: null }).execute();
    await db.updateTable('webhooks').set({ due_at: clock.nowMs() }).execute();
    await job('webhooks.send');
    await expect.poll(() => calls).toHaveLength(2);
    calls[0]!.respond(500);
    // The first attempt has ended when its slot is free, and a renewal keeps the lease of the second.
    await job('webhooks.renew_leases');
    expect(calls[1]!.signal.aborted).toBe(false);
    calls[1]!.respond(200);
    await expect.poll(async () => (await delivery()).status).toBe('succeeded');
    expect((await delivery()).attempts).toMatchObject([{ status_code: 200 }]);
    expect(await webhook()).toMatchObject({ last_status_code: 200, failing_since_at: null });
  });

  it('D-HOOK-16 keeps its lease while it is renewed', async () => {
    await job('webhooks.renew_leases');
    expect(calls[0]!.signal.aborted).toBe(false);
    calls[0]!.respond(200);
    await expect.poll(async () => (await delivery()).status).toBe('succeeded');
  });
});
