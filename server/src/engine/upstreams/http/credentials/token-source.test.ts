import { describe, expect, it } from 'vitest';
import { Secret } from '#kit';
import { TokenSource } from './token-source.ts';

function source(lifeMs: number) {
  const clock = { nowMs: () => nowMs };
  let nowMs = 1_000_000;
  let fetched = 0;
  let fails = false;
  const fetch = () => {
    fetched++;
    return fails
      ? Promise.reject(new Error('away'))
      : Promise.resolve({ token: new Secret(`t${fetched}`), expiresAtMs: nowMs + lifeMs });
  };
  return {
    tokens: new TokenSource(fetch, clock as never),
    fetched: () => fetched,
    pass: (ms: number) => (nowMs += ms),
    fail: (does: boolean) => (fails = does),
  };
}

const text = async (token: Promise<Secret>) => (await token).reveal();

describe('tokens of an engine (D-ENG-4)', () => {
  it('are fetched once for calls that come together', async () => {
    const { tokens, fetched } = source(3_600_000);
    expect(await Promise.all([1, 2, 3].map(() => text(tokens.next())))).toEqual(['t1', 't1', 't1']);
    expect(fetched()).toBe(1);
  });

  it('are renewed five minutes before their end while the old one is still sent, and until then not', async () => {
    const { tokens, fetched, pass } = source(3_600_000);
    await tokens.next();
    pass(3_600_000 - 300_001);
    expect(tokens.current?.reveal()).toBe('t1');
    expect(fetched()).toBe(1);
    pass(2);
    expect(tokens.current?.reveal()).toBe('t1');
    await expect.poll(() => tokens.current?.reveal()).toBe('t2');
    expect(fetched()).toBe(2);
  });

  it('are good until their end although a renewal fails, and no longer', async () => {
    const { tokens, pass, fail } = source(3_600_000);
    await tokens.next();
    fail(true);
    pass(3_500_000);
    expect(tokens.current?.reveal()).toBe('t1');
    pass(100_000);
    expect(tokens.current).toBeUndefined();
    await expect(tokens.next()).rejects.toThrow('away');
  });

  it('that live shorter are renewed after half of their life', async () => {
    const { tokens, fetched, pass } = source(60_000);
    await tokens.next();
    pass(29_999);
    void tokens.current;
    expect(fetched()).toBe(1);
    pass(1);
    void tokens.current;
    expect(fetched()).toBe(2);
  });

  it.each([0, -3_600_000, Number.NEGATIVE_INFINITY])(
    'that have ended when they come are used for ten seconds: %d',
    async (lifeMs) => {
      const { tokens, fetched, pass } = source(lifeMs);
      for (let call = 0; call < 5; call++) expect(await text(tokens.next())).toBe('t1');
      pass(10_000);
      expect(await text(tokens.next())).toBe('t2');
      expect(fetched()).toBe(2);
    },
  );

  it('that a server refuses are fetched anew once, until it took one', async () => {
    const { tokens } = source(3_600_000);
    await tokens.next();
    expect(tokens.refused('t1')).toBe(true);
    expect(await text(tokens.next())).toBe('t2');
    // A call that was sent before.
    expect(tokens.refused('t1')).toBe(true);
    expect(tokens.refused('t2')).toBe(false);
    tokens.accepted();
    expect(tokens.refused('t2')).toBe(true);
  });

  it('that a server refuses are fetched anew at last, if the new ones are refused too', async () => {
    const { tokens, pass } = source(3_600_000);
    await tokens.next();
    expect(tokens.refused('t1')).toBe(true);
    await tokens.next();
    pass(59_999);
    expect(tokens.refused('t2')).toBe(false);
    pass(1);
    expect(tokens.refused('t2')).toBe(true);
    expect(await text(tokens.next())).toBe('t3');
  });

  it('are asked for once a second while a renewal fails, however many calls come', async () => {
    const { tokens, fetched, pass, fail } = source(3_600_000);
    await tokens.next();
    fail(true);
    pass(3_500_000);
    for (let calls = 0; calls < 10; calls++) {
      expect(tokens.current?.reveal()).toBe('t1');
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(fetched()).toBe(2);
    pass(1000);
    void tokens.current;
    expect(fetched()).toBe(3);
  });
});
