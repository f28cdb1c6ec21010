import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { embeddingsReply, testDatabases, textReply } from '#test-kit';
import {
  COST_USD,
  FREE,
  refusal,
  SMALL,
  startRestrictedKeys,
  type KeyResponse,
  type MadeKey,
  type RestrictedKeys,
} from './restricted-keys.ts';

const usd = (calls: number): string => (calls * COST_USD).toFixed(5);

describe.each(await testDatabases())('the budget of a key on the $kind database', (database) => {
  let keys: RestrictedKeys;
  beforeAll(async () => {
    keys = await startRestrictedKeys(database);
  });
  afterAll(() => keys?.[Symbol.asyncDispose]());
  beforeEach(() =>
    keys.upstream.script(textReply('fine', { usage: { prompt_tokens: 10, completion_tokens: 20 } })),
  );
  /** Usage reaches the database soon after its call. */
  const spent = (key: MadeKey) =>
    expect.poll(async () => (await keys.read(key))['spent_usd'], { timeout: 20_000 });
  const statusesOf = async (key: MadeKey, calls: number): Promise<number[]> => {
    const statuses: number[] = [];
    for (let i = 0; i < calls; i++) statuses.push((await keys.chat(key)).status);
    return statuses;
  };

  it('LIMIT-26 LIMIT-28 refuses once it is spent, as a spend limit does, and names the key', async () => {
    const key = await keys.make({ name: 'robot 7', monthly_budget_usd: usd(3) });
    const free = await keys.make({});
    expect(await statusesOf(key, 4)).toEqual([200, 200, 200, 402]);
    const refused: KeyResponse = await keys.chat(key);
    const now = new Date(keys.service.nowMs());
    expect(refused.body['error']).toMatchObject({
      code: 'quota_exhausted',
      limit: 'spend_limit',
      message:
        'The key "robot 7" has spent its budget for this month. Wait until resets_at, or raise the budget of the key.',
      resets_at: new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1))
        .toISOString()
        .replace('.000', ''),
      upgrade_url: 'https://svc.test/upgrade',
      add_credit_url: 'https://svc.test/credit',
    });
    expect((await keys.chat(free)).status).toBe(200);
    await spent(key).toBe(usd(3));
    // A higher one is in force with the next call.
    await keys.change(key, { monthly_budget_usd: usd(4) });
    expect(await statusesOf(key, 2)).toEqual([200, 402]);
    await keys.change(key, { monthly_budget_usd: null });
    expect(await statusesOf(key, 1)).toEqual([200]);
  });

  it('knows what was spent before it was set, of zero leaves nothing, and is one of the key however it calls', async () => {
    const key = await keys.make({});
    expect(await statusesOf(key, 2)).toEqual([200, 200]);
    await spent(key).toBe(usd(2));
    await keys.change(key, { monthly_budget_usd: usd(2) });
    expect(refusal(await keys.chat(key))).toBe('402 quota_exhausted');
    expect(refusal(await keys.embed(key))).toBe('402 quota_exhausted');
    const message = { model: SMALL, max_tokens: 20, messages: [{ role: 'user', content: 'Hi' }] };
    expect(refusal(await keys.call('POST', '/v1/messages', { secret: key.secret, body: message }))).toBe(
      '402 quota_exhausted',
    );
    const vendor = await keys.call('POST', '/compat/openai/v1/chat/completions', {
      secret: key.secret,
      body: message,
    });
    expect(vendor.body['error'].message).toContain('has spent its budget');
    const nothing = await keys.make({ monthly_budget_usd: '0' });
    expect(refusal(await keys.chat(nothing))).toBe('402 quota_exhausted');
  });

  it('refuses no model that costs nothing', async () => {
    const nothing = await keys.make({ monthly_budget_usd: '0' });
    expect((await keys.chat(nothing, { model: FREE })).status).toBe(200);
    expect(refusal(await keys.chat(nothing))).toBe('402 quota_exhausted');
  });

  it('counts embeddings', async () => {
    const key = await keys.make({ monthly_budget_usd: '0.000000001' });
    keys.upstream.script(embeddingsReply());
    expect((await keys.embed(key)).status).toBe(200);
    expect(refusal(await keys.embed(key))).toBe('402 quota_exhausted');
  });

  it('LIMIT-32 begins again with the calendar month, UTC', async () => {
    const key = await keys.make({ monthly_budget_usd: usd(1) });
    expect(await statusesOf(key, 2)).toEqual([200, 402]);
    await keys.enterNextMonth();
    expect(await keys.read(key)).toMatchObject({ spent_usd: '0.00' });
    expect(await statusesOf(key, 2)).toEqual([200, 402]);
  });

  it('D-87 is never passed by calls at the same time', async () => {
    const key = await keys.make({ monthly_budget_usd: usd(7) });
    // The prompt is held as 10 tokens and the reply as its 20: a call costs what it holds.
    for (let round = 0; round < 3; round++) {
      const responses = await Promise.all(Array.from({ length: 40 }, () => keys.chat(key)));
      const statuses = responses.map(({ status }) => status);
      expect(new Set([...statuses, 200, 402])).toEqual(new Set([200, 402]));
      expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(7);
    }
    // Whatever was held is free again: the rest can be spent, and no more.
    await statusesOf(key, 8);
    await spent(key).toBe(usd(7));
    expect(refusal(await keys.chat(key))).toBe('402 quota_exhausted');
  });

  it('goes on with the key that replaces it, with all other restrictions', async () => {
    const settings = {
      allowed_models: [SMALL],
      monthly_budget_usd: usd(3),
      requests_per_minute: 50,
      input_tokens_per_minute: 100_000,
      output_tokens_per_minute: 200_000,
    };
    const old = await keys.make(settings);
    expect(await statusesOf(old, 2)).toEqual([200, 200]);
    await spent(old).toBe(usd(2));
    const rotated = await keys.as('ada', 'POST', `/api_keys/${old.id}/rotate`, {});
    expect(rotated.status).toBe(201);
    const next = rotated.body as unknown as MadeKey;
    expect(await keys.read(next)).toMatchObject({ ...settings, spent_usd: usd(2) });
    expect(await statusesOf(next, 2)).toEqual([200, 402]);
    await keys.enterNextMonth();
    expect(await keys.read(next)).toMatchObject({ spent_usd: '0.00' });
    expect(await statusesOf(next, 4)).toEqual([200, 200, 200, 402]);
  });

  it('is counted to the nano-dollar', async () => {
    await expect.poll(() => keys.ledgerFindings(), { timeout: 20_000 }).toEqual([]);
  });
});
