import { describe, expect, it } from 'vitest';
import { errorReply, httpDatabases, MAIN_KEY, STALL, textReply, type Reply } from '#test-kit';
import {
  balanceIs,
  installMoneyHooks,
  RATES,
  upstream,
  usage,
  withMoney,
  type Money,
} from '../money/with-money.ts';

const WRITTEN = {
  working: 'The task names a reader.',
  system: 'You greet {{name}}.',
  messages: [{ role: 'user', content: 'Greet {{name}}.' }],
  variables: { name: 'Ada' },
  notes: [],
};
const GOOD = textReply(JSON.stringify(WRITTEN), { usage: usage(100, 50) });
const BAD = textReply('no JSON', { usage: usage(30, 5) });
const costOf = (prompt: number, completion: number): number =>
  prompt * RATES.input + completion * RATES.output;
const CREDITS = (balance_usd: string) => ({ credits: { enabled: true, balance_usd } });

function script(...replies: readonly Reply[]): void {
  const first = upstream.requests.length;
  upstream.script(({ number }) => replies[Math.min(number - first, replies.length - 1)]!);
}

async function generate({ service }: Money, signal?: AbortSignal): Promise<number> {
  const response = await fetch(`${service.baseUrl}/v1/prompts/generate`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${MAIN_KEY}`,
      'content-type': 'application/json',
      'svc-beta': 'prompt-tools-2026-12-01',
    },
    body: JSON.stringify({ task: 'Greet a customer' }),
    ...(signal && { signal }),
  });
  await response.text();
  return response.status;
}

installMoneyHooks();

describe.each(await httpDatabases(import.meta.filename))('the money of prompt tools on $kind', (database) => {
  it('D-PTOOL-3 is that of every reply which the result needed', () =>
    withMoney(database, CREDITS('1'), async (money) => {
      script(BAD, GOOD);
      expect(await generate(money)).toBe(200);
      return balanceIs(1e9 - costOf(130, 55));
    }));

  it('D-PTOOL-3 is none where there is no result', () =>
    withMoney(database, CREDITS('1'), async (money) => {
      script(BAD);
      expect(await generate(money)).toBe(502);
      return balanceIs(1e9);
    }));

  it('D-PTOOL-3 is none where the engine fails in the repair', () =>
    withMoney(database, CREDITS('1'), async (money) => {
      script(BAD, errorReply(500));
      expect(await generate(money)).toBe(502);
      return balanceIs(1e9);
    }));

  it('is that of what was generated where the caller leaves during the repair', () =>
    withMoney(database, CREDITS('1'), async (money) => {
      const asked = Promise.withResolvers<void>();
      const first = upstream.requests.length;
      upstream.script(({ number }) => {
        if (number === first) return BAD;
        asked.resolve();
        return { steps: [STALL], beforeHead: true };
      });
      const leaving = new AbortController();
      const call = generate(money, leaving.signal).catch(() => 0);
      await asked.promise;
      leaving.abort();
      expect(await call).toBe(0);
      return balanceIs(1e9 - costOf(30, 5));
    }));

  it('is never more than there is, however many ask at once', () =>
    withMoney(database, CREDITS('1.5'), async (money) => {
      script(GOOD);
      const statuses = await Promise.all(Array.from({ length: 12 }, () => generate(money)));
      const paid = statuses.filter((status) => status === 200).length;
      expect(paid).toBeGreaterThan(0);
      expect(statuses.filter((status) => status === 402)).toHaveLength(12 - paid);
      return balanceIs(1.5e9 - paid * costOf(100, 50));
    }));
});
