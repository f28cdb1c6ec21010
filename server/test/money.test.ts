import { describe, expect, it } from 'vitest';
import { DESTROY, chunk, errorReply, rawReply, sse, testDatabases, textReply } from '#test-kit';
import {
  balanceIs,
  COST_NANOS,
  installMoneyHooks,
  RATES,
  upstream,
  usage,
  withMoney,
} from './money/with-money.ts';

const DAY_S = 86_400;
const databases = await testDatabases();

installMoneyHooks();

describe.each(databases)('money on the $kind database', (database) => {
  it('BILL-02 CHAT-57 LIMIT-35 the plan pays first, even with an empty wallet and a spend limit of zero', () =>
    withMoney(
      database,
      {
        monthlyTokens: 1_000_000,
        credits: { enabled: true },
        more: { spend_limits: [{ scope: 'organization', limit_usd: '0' }] },
      },
      async ({ ask }) => {
        expect(await ask()).toMatchObject({ status: 200, source: 'subscription' });
        return balanceIs(0);
      },
    ));

  it('LIMIT-23 LIMIT-25 LIMIT-22 LIMIT-29 a full session window refuses until it reopens five hours after its first use', () =>
    withMoney(database, { monthlyTokens: 100 }, async ({ ask, advance, nowMs }) => {
      // 25 tokens per session: the first request starts with room and ends beyond it.
      expect(await ask()).toMatchObject({ status: 200, source: 'subscription' });
      const openedAtMs = nowMs();
      const refused = await ask();
      expect(refused).toMatchObject({
        status: 402,
        source: null,
        error: {
          code: 'quota_exhausted',
          limit: 'session',
          upgrade_url: 'https://svc.test/upgrade',
          add_credit_url: 'https://svc.test/credit',
        },
      });
      const resetsAtMs = Date.parse(refused.error.resets_at!);
      expect(Math.abs(resetsAtMs - openedAtMs - 5 * 3600_000)).toBeLessThan(5000);
      await advance(5 * 3600 - 60);
      expect(await ask()).toMatchObject({ status: 402, error: { limit: 'session' } });
      await advance(61);
      expect(await ask()).toMatchObject({ status: 200 });
    }));

  it('LIMIT-21 LIMIT-27 LIMIT-28 a full week refuses until Monday, and is reported before the session', () =>
    withMoney(database, { monthlyTokens: 100 }, async ({ ask, advance, nowMs }) => {
      upstream.script(textReply('long', { usage: usage(10, 60) }));
      expect(await ask({ max_tokens: 100 })).toMatchObject({ status: 200 });
      const refused = await ask();
      expect(refused).toMatchObject({ status: 402, error: { limit: 'weekly' } });
      const resetsAt = new Date(refused.error.resets_at!);
      expect([resetsAt.getUTCDay(), refused.error.resets_at]).toEqual([
        1,
        expect.stringMatching(/T00:00:00Z$/),
      ]);
      await advance(Math.ceil((resetsAt.getTime() - nowMs()) / 1000) + 1);
      // 70 of 100 are used: week and session have reopened, and the month continues.
      expect((await ask()).status).toBe(200);
    }));

  it('LIMIT-20 LIMIT-26 ERR-42 a full month refuses until the subscription day, at the end of short months', () =>
    withMoney(database, { monthlyTokens: 100 }, async ({ ask, advance, nowMs }) => {
      upstream.script(textReply('longest', { usage: usage(10, 500) }));
      expect(await ask({ max_tokens: 1000 })).toMatchObject({ status: 200 });
      const refused = await ask();
      expect(refused).toMatchObject({ status: 402, error: { limit: 'monthly' } });
      const resetsAt = new Date(refused.error.resets_at!);
      const lastDay = new Date(
        Date.UTC(resetsAt.getUTCFullYear(), resetsAt.getUTCMonth() + 1, 0),
      ).getUTCDate();
      expect(resetsAt.getUTCDate()).toBe(Math.min(31, lastDay));
      await advance(Math.ceil((resetsAt.getTime() - nowMs()) / 1000) + 7 * DAY_S);
      expect(await ask()).toMatchObject({ status: 200, source: 'subscription' });
    }));

  it('LIMIT-24 BILL-01 BILL-03 BILL-08 credits pay beyond the plan, exactly, with cached tokens at their own rate', () =>
    withMoney(database, { credits: { enabled: true, balance_usd: '1' } }, async ({ ask }) => {
      expect(await ask()).toMatchObject({ status: 200, source: 'api_credit' });
      upstream.script(textReply('cached', { usage: usage(10, 20, 7) }));
      expect(await ask()).toMatchObject({ status: 200, source: 'api_credit' });
      return balanceIs(1e9 - COST_NANOS - (3 * 3000 + 7 * 300 + 20 * 15_000));
    }));

  it('LIMIT-34 ERR-17 a balance below the worst case refuses, and a grant reopens it at once', () =>
    withMoney(database, { credits: { enabled: true, balance_usd: '0.000001' } }, async ({ ask, service }) => {
      expect(await ask()).toMatchObject({
        status: 402,
        error: { code: 'quota_exhausted', limit: 'no_credits', resets_at: null },
      });
      await service.operator.grantCredits({ organization: 'Acme', amountUsd: '0.01', note: 'test' });
      expect(await ask()).toMatchObject({ status: 200, source: 'api_credit' });
    }));

  it('LIMIT-04 the error names the window, not a reached spend limit, while credits are off', () =>
    withMoney(
      database,
      {
        credits: { enabled: false, balance_usd: '1' },
        more: { spend_limits: [{ scope: 'organization', limit_usd: '0' }] },
      },
      async ({ ask }) => {
        expect(await ask()).toMatchObject({ status: 402, error: { limit: 'weekly' } });
      },
    ));

  it.each([
    ['LIMIT-30', 'organization', { scope: 'organization', limit_usd: '0.0003' }],
    ['LIMIT-31', 'member', { scope: 'member', member: 'ada@acme.test', limit_usd: '0.0003' }],
    ['LIMIT-31', 'group', { scope: 'group', group: 'Interns', limit_usd: '0.0003' }],
    ['LIMIT-36', 'workspace', { scope: 'workspace', workspace: 'Default', limit_usd: '0.0003' }],
  ])(
    '%s LIMIT-32 the spend limit of the %s refuses once it is reached, until the first of next month',
    (_rule, _scope, limit) =>
      withMoney(
        database,
        {
          credits: { enabled: true, balance_usd: '10' },
          more: { spend_limits: [limit], groups: [{ name: 'Interns', members: ['ada@acme.test'] }] },
        },
        async ({ ask, advance, nowMs }) => {
          // 0.00033 dollars: below the limit before, above it after.
          expect(await ask()).toMatchObject({ status: 200, source: 'api_credit' });
          const refused = await ask();
          expect(refused).toMatchObject({
            status: 402,
            error: { code: 'quota_exhausted', limit: 'spend_limit' },
          });
          expect(refused.error.resets_at).toMatch(/-01T00:00:00Z$/);
          await advance(Math.ceil((Date.parse(refused.error.resets_at!) - nowMs()) / 1000) + 1);
          expect(await ask()).toMatchObject({ status: 200 });
        },
      ),
  );

  it('LIMIT-33 plan-paid use does not count toward a member limit', () =>
    withMoney(
      database,
      {
        monthlyTokens: 100,
        credits: { enabled: true, balance_usd: '1' },
        more: { spend_limits: [{ scope: 'member', member: 'ada@acme.test', limit_usd: '0.0001' }] },
      },
      async ({ ask }) => {
        expect(await ask()).toMatchObject({ status: 200, source: 'subscription' });
        expect(await ask()).toMatchObject({ status: 200, source: 'api_credit' });
        expect(await ask()).toMatchObject({ status: 402, error: { limit: 'spend_limit' } });
      },
    ));

  it('LIMIT-03 a body too large is refused before a full window', () =>
    withMoney(database, {}, async ({ ask }) => {
      expect(await ask()).toMatchObject({ status: 402 });
      expect(await ask({ padding: 'x'.repeat(2_000_001) })).toMatchObject({ status: 413 });
    }));

  it('LIMIT-05 refused and failed requests cost nothing', () =>
    withMoney(database, { credits: { enabled: true, balance_usd: '1' } }, async ({ ask }) => {
      expect(await ask({ padding: 'x'.repeat(2_000_001) })).toMatchObject({ status: 413 });
      upstream.script(errorReply(500));
      expect((await ask()).status).toBe(502);
      return balanceIs(1e9);
    }));

  it('BILL-05 a broken stream is charged for what was sent', () =>
    withMoney(database, { credits: { enabled: true, balance_usd: '1' } }, async ({ ask }) => {
      upstream.script(rawReply([sse(chunk({ content: 'one two three' })), DESTROY]));
      await ask({ stream: true });
      return (nanos) => {
        expect(1e9 - nanos).toBeGreaterThan(3 * RATES.output);
        expect(1e9 - nanos).toBeLessThan(20 * RATES.output + 200 * RATES.input);
      };
    }));

  it('admits exactly as many concurrent requests as the balance covers, and loses nothing', () =>
    withMoney(database, { credits: { enabled: true, balance_usd: '1' } }, async ({ ask }) => {
      const { promise: held, resolve: go } = Promise.withResolvers<void>();
      upstream.script(rawReply([{ until: held }, sse(chunk({ content: 'x' }, 'stop')), sse('[DONE]')]));
      let over = 0;
      const all = Promise.all(
        Array.from({ length: 60 }, () => ask({ stream: true, max_tokens: 2000 }).finally(() => over++)),
      );
      // No admitted request ends before all were decided, or its released hold would admit one more.
      await expect.poll(() => over).toBe(27);
      go();
      const responses = await all;
      const admitted = responses.filter(({ status }) => status === 200).length;
      const refused = responses.filter(
        ({ status, error }) => status === 402 && error.limit === 'no_credits',
      ).length;
      expect(admitted + refused).toBe(60);
      // 2,000 output tokens at 15 dollars per million, plus a short prompt: 33 fit into a dollar.
      expect(admitted).toBe(33);
      return (nanos) => expect(nanos).toBeGreaterThan(900_000_000);
    }));
});
