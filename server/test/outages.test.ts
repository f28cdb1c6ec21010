import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { describe, expect, it } from 'vitest';
import {
  chunk,
  hangUp,
  MAIN_KEY,
  mountSmallDisk,
  oneModel,
  oneOrganization,
  openaiEngine,
  rawReply,
  sse,
  startRunningService,
  startScriptedUpstream,
  startTcpProxy,
  textReply,
  type OpenTestDatabase,
} from '#test-kit';
import { Secret } from '#kit';
import {
  ask,
  ASK,
  cleanups,
  installCleanups,
  postgres,
  readiness,
  SECOND_KEY,
  startOutageFixture,
  UNKNOWN_KEY,
} from './outages/outage-fixture.ts';

installCleanups();

describe.runIf(postgres)('with PostgreSQL unavailable', () => {
  it.each(['refused', 'frozen'] as const)(
    'AUTH-38 serves known keys, quickly gives unknown ones 503 and never 401, and recovers: connections %s',
    async (how) => {
      const { proxy, service, database } = await startOutageFixture();
      if (how === 'refused') await proxy.refuse();
      else proxy.freeze();

      expect(await ask(service)).toMatchObject({ status: 200 });
      const unknown = await ask(service, SECOND_KEY);
      expect(unknown).toMatchObject({ status: 503, code: 'authorization_unavailable' });
      expect(unknown.ms).toBeLessThan(3000);
      const wrong = await ask(service, UNKNOWN_KEY);
      expect(wrong).toMatchObject({ status: 503, code: 'authorization_unavailable' });
      await expect.poll(() => readiness(service)).toEqual([503, ['database']]);

      if (how === 'refused') await proxy.restore();
      else proxy.thaw();
      await expect.poll(() => readiness(service)).toEqual([200, []]);
      await expect.poll(async () => (await ask(service, SECOND_KEY)).status).toBe(200);
      const recorded = () =>
        database.store.db
          .selectFrom('usage_records')
          .select(({ fn }) => fn.countAll<number>().as('n'))
          .executeTakeFirstOrThrow();
      await expect.poll(async () => (await recorded()).n).toBeGreaterThanOrEqual(3);
    },
    60_000,
  );

  it.each([
    ['large', '100000', 200],
    ['small', '1', 503],
  ] as const)(
    'ERR-36 credits of a %s balance pay while the node has some set aside, and no further',
    async (_, balance, status) => {
      const { service, proxy, database } = await startOutageFixture({
        deployment: { plans: [{ id: 'pro', paid: true, monthly_tokens: 1, models: ['Svc Standard'] }] },
        organization: { credits: { enabled: true, balance_usd: balance } },
      });
      // The rest of a small balance is returned within a second after a call.
      if (status === 503) {
        const leases = () => database.store.db.selectFrom('wallet_leases').selectAll().execute();
        await expect.poll(leases).toEqual([]);
      }
      await proxy.refuse();
      for (let call = 0; call < 5; call++)
        expect(await ask(service)).toMatchObject({
          status,
          code: status === 503 ? 'usage_check_unavailable' : undefined,
        });
      await proxy.restore();
      await expect.poll(async () => (await ask(service)).status).toBe(200);
      for (const { property, broken } of await service.operator.checkLedger())
        expect(broken, property).toEqual([]);
    },
  );

  /** Blocks reads of the table until the returned function is called. */
  async function lockTable(
    database: OpenTestDatabase,
    table: 'organizations' | 'model_allowlists' | 'plan_usage',
  ): Promise<() => Promise<void>> {
    const client = new Client({ connectionString: database.databaseUrl });
    await client.connect();
    await client.query(`begin; lock table ${table} in access exclusive mode`);
    return () => client.end();
  }

  it('ERR-36 returns usage_check_unavailable when only usage cannot be read, and charges nothing', async () => {
    const { service, database } = await startOutageFixture();
    const secret = `sk_live_${'3'.repeat(64)}`;
    const owner = { email: 'bob@other.test', name: 'Bob', role: 'primary_owner' } as const;
    const key = {
      name: 'k',
      kind: 'private',
      workspace: 'Default',
      created_by: owner.email,
      secret: new Secret(secret),
    } as const;
    const lists = { workspaces: [], admin_keys: [], groups: [], spend_limits: [] };
    await service.operator.provision(
      { organizations: [{ name: 'Other', plan: 'pro', members: [owner], keys: [key], ...lists }] },
      { update: false },
    );
    expect((await ask(service)).status).toBe(200);
    const unlock = await lockTable(database, 'plan_usage');
    // The other organization's usage is unknown; the one with a cached account continues.
    const refused = await service.post('/v1/chat/completions', secret, ASK);
    expect((await ask(service)).status).toBe(200);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5']);
    const { error } = (await refused.json()) as { error: object };
    expect(error).toMatchObject({ code: 'usage_check_unavailable', limit: 'unavailable', resets_at: null });
    await unlock();
    await expect.poll(async () => (await ask(service, secret)).status).toBe(200);
  });

  it('AUTH-38 returns plan_check_unavailable when only the organization cannot be read', async () => {
    const { service, database } = await startOutageFixture();
    await service.operator.provision({ organizations: [] }, { update: false });
    const unlock = await lockTable(database, 'organizations');
    expect(await ask(service)).toMatchObject({ status: 503, code: 'plan_check_unavailable' });
    await unlock();
    await expect.poll(async () => (await ask(service)).status).toBe(200);
  });

  it('MODEL-33 returns models_unavailable when the model lists cannot be read', async () => {
    const { service, database } = await startOutageFixture();
    await service.operator.provision({ organizations: [] }, { update: false });
    const unlock = await lockTable(database, 'model_allowlists');
    const response = await fetch(`http://127.0.0.1:${service.port}/v1/models`, {
      headers: { authorization: `Bearer ${MAIN_KEY}` },
    });
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5']);
    expect(await response.json()).toMatchObject({
      error: { code: 'models_unavailable', type: 'service_unavailable_error', retry_after: 5 },
    });
    await unlock();
  });
});

describe('with the engine unavailable', () => {
  it('ERR-28 quickly returns 502 upstream_unavailable, and recovers', async () => {
    const upstream = await startScriptedUpstream(textReply('fine'));
    cleanups.push(() => upstream.close());
    const proxy = await startTcpProxy({ host: '127.0.0.1', port: upstream.port });
    cleanups.push(() => proxy.close());
    const service = await startRunningService({
      deployment: oneModel(
        openaiEngine(`http://127.0.0.1:${proxy.port}/v1`, {
          timeouts: { first_output_s: 2, silence_s: 2, total_s: 3 },
        }),
      ),
      provisioning: oneOrganization(),
    });
    cleanups.push(() => service.stop());
    await proxy.refuse();
    const unavailable = await ask(service);
    expect(unavailable).toMatchObject({ status: 502, code: 'upstream_unavailable' });
    expect(unavailable.ms).toBeLessThan(1900);
    await proxy.restore();
    expect(await ask(service)).toMatchObject({ status: 200 });
    upstream.script(hangUp());
    expect(await ask(service)).toMatchObject({ status: 502 });
    proxy.freeze();
    expect(await ask(service)).toMatchObject({ status: 504, code: 'upstream_timeout' });
  });
});

/** A directory that can be filled; undefined if no file system can be mounted. */
function tinyDisk(): string | undefined {
  const directory = mkdtempSync(join(tmpdir(), 'svc-disk-'));
  if (!mountSmallDisk(directory)) {
    rmSync(directory, { recursive: true });
    return undefined;
  }
  cleanups.push(() => {
    execFileSync('umount', ['-l', directory]);
    rmSync(directory, { recursive: true });
  });
  return directory;
}

describe.runIf(postgres)('with a full disk', () => {
  it('returns 503 temporarily_unavailable, runs nothing, and recovers when there is space', async (context) => {
    const disk = tinyDisk();
    if (!disk) return context.skip('only root can mount a file system');
    const { service, upstream, database } = await startOutageFixture({ environment: { SVC_DATA_DIR: disk } });
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    upstream.script(
      rawReply([
        sse(chunk({ content: 'begun ' })),
        { until: released },
        sse(chunk({}, 'stop')),
        sse('[DONE]'),
      ]),
    );
    const running = await service.post('/v1/chat/completions', MAIN_KEY, { ...ASK, stream: true });
    upstream.script(textReply('fine'));

    const ballast = join(disk, 'ballast');
    for (let size = 65_536; size >= 1; size = Math.floor(size / 2)) {
      try {
        for (;;) writeFileSync(ballast, Buffer.alloc(size), { flag: 'a' });
      } catch {
        // Full for writes of this size; continue with smaller ones.
      }
    }
    await expect.poll(() => ask(service)).toMatchObject({ status: 503, code: 'temporarily_unavailable' });
    const before = upstream.requests.length;
    expect(await ask(service)).toMatchObject({ status: 503, code: 'temporarily_unavailable' });
    expect(upstream.requests.length).toBe(before);
    expect(await readiness(service)).toEqual([503, ['disk']]);
    // A response that cannot be recorded is not completed, and costs nothing.
    release();
    expect(await running.text()).toMatch(/"begun ".*"error":\{.*\}\n\n$/s);

    rmSync(ballast);
    await expect.poll(async () => (await ask(service)).status).toBe(200);
    await expect.poll(() => readiness(service)).toEqual([200, []]);
    await service.stop();
    const records = await database.store.db.selectFrom('usage_records').select('request_id').execute();
    expect(records.map(({ request_id }) => request_id)).not.toContain(running.headers.get('x-request-id'));
    expect(records.length).toBeGreaterThan(1);
  });
});
