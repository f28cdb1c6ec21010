import { describe, expect, it } from 'vitest';
import { MAIN_KEY, testDatabases } from '#test-kit';
import {
  ADMIN_KEY,
  chat,
  chats,
  LINE_NANOS,
  message,
  startBatches,
  type BatchesFixture,
  type BatchesOptions,
} from './batches-fixture.ts';

const HOUR_S = 3600;
const CREDITS = { enabled: true, balance_usd: '10.00' };

/** A plan of which one line takes `tokensOfLine`, with room for so many lines in a session. */
function planFor(lines: number): Record<string, unknown> {
  // A session has a quarter of the month. A line takes half of its 30 tokens.
  return { plans: [{ id: 'pro', paid: true, monthly_tokens: lines * 15 * 4, models: ['Svc Standard'] }] };
}
const NO_PLAN = { plans: [{ id: 'pro', paid: true, monthly_tokens: 1, models: ['Svc Standard'] }] };

describe.each(await testDatabases())('what a batch costs on the $kind database', (database) => {
  const open = (options: BatchesOptions): Promise<BatchesFixture> => startBatches(database, options);

  async function books(batches: BatchesFixture) {
    for (const { property, broken } of await batches.service.operator.checkLedger())
      expect(broken, property).toEqual([]);
    return batches.drainAndRead(async (db) => ({
      records: await db.selectFrom('usage_records').selectAll().orderBy('request_id').execute(),
      balance:
        (await db.selectFrom('wallets').select('balance_nanos').executeTakeFirst())?.balance_nanos ?? 0,
      leases: await db.selectFrom('wallet_leases').selectAll().execute(),
      batch: await db.selectFrom('batches').selectAll().executeTakeFirstOrThrow(),
    }));
  }

  it('BATCH-12 BILL-13 D-85 costs half of the direct price by credits, to the nano-dollar', async () => {
    await using batches = await open({ deployment: NO_PLAN, organization: { credits: CREDITS } });
    const ended = await batches.until((await batches.create([chat('first'), ...chats(40), message('m')])).id);
    expect(ended.request_counts).toMatchObject({ total: 42, succeeded: 42 });
    const direct = await batches.service.post('/v1/chat/completions', MAIN_KEY, {
      messages: [{ role: 'user', content: 'direct' }],
      stream: false,
    });
    expect(direct.headers.get('x-svc-billing-source')).toBe('api_credit');
    const { records, balance, leases, batch } = await books(batches);
    const paid = records.filter(({ billing_source: source }) => source === 'api_credit');
    const live = paid.find(({ service_tier: tier }) => tier === 'standard');
    const lines = paid.filter(({ service_tier: tier }) => tier === 'batch');
    expect(new Set(lines.map(({ cost_nanos: cost }) => cost))).toEqual(new Set([LINE_NANOS]));
    expect(live!.cost_nanos).toBe(2 * LINE_NANOS);
    expect(lines[0]!.price).toMatchObject({ input: '1.5', cached_input: '0.15', output: '7.5' });
    expect(balance).toBe(10_000_000_000 - lines.length * LINE_NANOS - live!.cost_nanos);
    expect(leases).toEqual([]);
    expect([batch.cost_nanos, batch.direct_nanos]).toEqual([lines.length * LINE_NANOS, 42 * 2 * LINE_NANOS]);
  });

  it('records what each line cost at its engine, without the discount of its price', async () => {
    const cost = { input: '1', output: '1' };
    const models = [
      {
        id: 'Svc Standard',
        default: true,
        pricing: { input: 3, output: 15, batch_discount: 0.5 },
        routes: [{ engine: 'main', model: 'upstream-standard', cost }],
      },
    ];
    await using batches = await open({
      deployment: { ...NO_PLAN, models },
      organization: { credits: CREDITS },
    });
    const ended = await batches.until((await batches.create(chats(3))).id);
    expect(ended.request_counts).toMatchObject({ succeeded: 3 });
    const { records } = await books(batches);
    expect(records).toHaveLength(3);
    for (const { input_tokens: input, output_tokens: output, engine_cost_nanos: nanos } of records)
      expect(nanos).toBe((input + output) * 1000);
  });

  it('BATCH-11 D-ADM-8 charges what succeeded and nothing else, and reports it as batch', async () => {
    await using batches = await open({ deployment: NO_PLAN, organization: { credits: CREDITS } });
    batches.engine.reply('bad', 400);
    const ended = await batches.until(
      (await batches.create([...chats(5), chat('bad'), message('none', 'bad')])).id,
    );
    expect(ended.request_counts).toMatchObject({ total: 7, succeeded: 5, errored: 2 });
    const report = async (path: string) =>
      (
        await batches.request('GET', path, undefined, {
          key: ADMIN_KEY,
          headers: { 'svc-beta': 'admin-2026-11-01' },
        })
      ).body;
    const day = new Date(batches.nowMs()).toISOString().slice(0, 10);
    const { data } = await report(
      `/v1/organizations/usage_report/messages?starting_at=${day}T00:00:00Z&bucket_width=1d&group_by[]=service_tier`,
    );
    const results = (data as { results: object[] }[]).flatMap((bucket) => bucket.results);
    expect(results).toEqual([
      expect.objectContaining({ service_tier: 'batch', requests: 5, input_tokens: 50, output_tokens: 100 }),
    ]);
    const { records } = await books(batches);
    expect(records).toHaveLength(5);
  });

  it('leaves a record of each line, failed ones too', async () => {
    await using batches = await open({});
    batches.engine.reply('bad', 400);
    await batches.until(
      (await batches.create([...chats(3), chat('bad'), chat('worse', 'worse', { messages: 'none' })])).id,
    );
    const requests = await batches.drainAndRead((db) =>
      db.selectFrom('request_records').selectAll().orderBy('outcome').execute(),
    );
    expect(requests.map(({ outcome, status }) => [outcome, status])).toEqual([
      ...Array.from({ length: 3 }, () => ['completed', 200]),
      ['failed', 400],
      ['refused', 400],
    ]);
    for (const one of requests)
      expect(one).toMatchObject({ service_tier: 'batch', endpoint: '/v1/chat/completions', streamed: false });
    const [failed, refused] = requests.slice(3);
    expect([failed!.engine_fault, failed!.queued_ms === null]).toEqual(['status 400', false]);
    expect([refused!.engine_fault, refused!.queued_ms, refused!.model]).toEqual([null, null, null]);
  });

  it('D-BATCH-7 D-80 waits for a full window of the plan, which lines take half as much of, and goes on when it reopens', async () => {
    await using batches = await open({ deployment: planFor(6), engine: { max_concurrency: 1 } });
    const { id } = await batches.create(chats(14));
    await expect
      .poll(async () => (await batches.read(id)).request_counts.succeeded, { timeout: 20_000 })
      .toBe(6);
    await batches.advance(60);
    expect(await batches.read(id)).toMatchObject({
      status: 'in_progress',
      request_counts: { succeeded: 6, errored: 0, processing: 8 },
    });
    await batches.advance(5 * HOUR_S);
    await expect
      .poll(async () => (await batches.read(id)).request_counts.succeeded, { timeout: 20_000 })
      .toBe(12);
    const { records, batch } = await books(batches);
    expect(new Set(records.map(({ plan_milli: milli }) => milli))).toEqual(new Set([15_000]));
    expect([records.length, batch.status, batch.plan_milli]).toEqual([12, 'in_progress', 12 * 15_000]);
  });

  it('D-BATCH-7 BATCH-11 ends lines with 402 that no window will pay for: a spend limit reached midway', async () => {
    await using batches = await open({
      deployment: NO_PLAN,
      engine: { max_concurrency: 1 },
      organization: { credits: CREDITS, spend_limits: [{ scope: 'organization', limit_usd: '0.001' }] },
    });
    // The month may end within the day of the batch: then its lines would wait.
    const toNextMonthS = secondsIntoMonth(batches);
    await batches.advance(toNextMonthS);
    const ended = await batches.until((await batches.create([chat('first'), ...chats(12)])).id);
    const { records, batch } = await books(batches);
    const paid = records.filter(({ cost_nanos: cost }) => cost > 0);
    // 1,000,000 nano-dollars pay for six lines of 165,000; the one that passes the limit may.
    expect(paid.map(({ cost_nanos: cost }) => cost)).toEqual(Array.from({ length: 7 }, () => LINE_NANOS));
    expect(ended).toMatchObject({
      status: 'completed',
      request_counts: { total: 13, succeeded: 7, errored: 6 },
    });
    expect(batch.cost_nanos).toBe(7 * LINE_NANOS);
  });

  it('D-BATCH-7 D-86 ends lines with 402 when the wallet is empty midway', async () => {
    const limited = { messages: [{ role: 'user', content: 'x' }], max_tokens: 20 };
    const lines = Array.from({ length: 10 }, (_, i) => ({
      custom_id: `w${i}`,
      endpoint: '/v1/chat/completions',
      body: limited,
    }));
    await using batches = await open({
      deployment: NO_PLAN,
      engine: { max_concurrency: 1 },
      organization: { credits: { enabled: true, balance_usd: '0.0007' } },
    });
    const ended = await batches.until((await batches.create(lines)).id);
    const output = await batches.outputOf(ended);
    const errored = output.find(({ result }) => result.type === 'errored');
    expect(errored?.result).toMatchObject({
      status_code: 402,
      body: { error: { code: 'quota_exhausted', limit: 'no_credits', resets_at: null } },
    });
    const { records, balance } = await books(batches);
    const paid = records.filter(({ cost_nanos: cost }) => cost > 0);
    expect(balance).toBe(700_000 - paid.length * LINE_NANOS);
    expect(balance).toBeGreaterThanOrEqual(0);
    // Less is left than the next line may cost: its prompt counts as its bytes at most.
    expect(balance).toBeLessThan(2 * LINE_NANOS);
    expect(ended.request_counts).toMatchObject({ succeeded: records.length, errored: 10 - records.length });
  });

  it('D-86 D-87 D-BATCH-7 waits for what other lines hold, and refuses none for it', async () => {
    await using batches = await open({
      deployment: NO_PLAN,
      // A line may cost 0.123 dollars and costs 0.000165: two at a time are covered.
      organization: {
        credits: { enabled: true, balance_usd: '0.30' },
        spend_limits: [{ scope: 'organization', limit_usd: '0.20' }],
      },
    });
    const ended = await batches.until((await batches.create(chats(60))).id);
    expect(ended).toMatchObject({ status: 'completed', request_counts: { succeeded: 60, errored: 0 } });
    const { balance } = await books(batches);
    expect(balance).toBe(300_000_000 - 60 * LINE_NANOS);
  });

  it('D-BATCH-9 KEY-24 goes on after its key was revoked, and its calls count for the key', async () => {
    await using batches = await open({ engine: { max_concurrency: 1 } });
    const { id, created_by: key } = await batches.create([chat('hold 1'), chat('hold 2')]);
    await expect.poll(() => batches.engine.holding, { timeout: 20_000 }).toBe(1);
    await batches.service.operator.revokeKey(key);
    await expect
      .poll(
        () => {
          batches.engine.release();
          return batches.engine.asked.size;
        },
        { timeout: 20_000 },
      )
      .toBe(2);
    // Nobody can ask for it with this key any more.
    await expect
      .poll(
        () => {
          batches.engine.release();
          return batches.service.logLines.some((line) => line.includes('batch ended'));
        },
        { timeout: 20_000 },
      )
      .toBe(true);
    const { batch, records } = await books(batches);
    expect([batch.id, batch.status, batch.succeeded]).toEqual([id, 'completed', 2]);
    expect(new Set(records.map(({ key_id: keyId }) => keyId))).toEqual(new Set([key]));
  });
});

/** To a day that is early in a month. */
function secondsIntoMonth(batches: BatchesFixture): number {
  const now = new Date(batches.nowMs());
  if (now.getUTCDate() < 20) return 0;
  return Math.ceil((Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 2) - now.getTime()) / 1000);
}
