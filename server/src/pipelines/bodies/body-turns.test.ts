import { expect, it } from 'vitest';
import { BodyTurns } from './body-turns.ts';

const WIDE = { tenantBytes: Infinity, bytes: Infinity };

/** Work that ends when it is told to. */
function gates() {
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  const work = (name: string) => (): Promise<string> => {
    started.push(name);
    return new Promise((resolve) => ends.set(name, () => resolve(name)));
  };
  return { started, work, end: (name: string) => ends.get(name)!() };
}

it('works on so many bodies at once, with parties taking turns', async () => {
  const turns = new BodyTurns(2);
  const { started, work, end } = gates();
  const ran = ['a0', 'a1', 'a2', 'a3', 'b0', 'c0'].map((name) =>
    turns.run({ tenant: name[0]!, bytes: 1 }, WIDE, work(name)),
  );
  await Promise.resolve();
  expect(started).toEqual(['a0', 'a1']);
  for (const [ended, next] of [
    ['a1', 'a2'],
    ['a0', 'b0'],
    ['a2', 'c0'],
    ['b0', 'a3'],
  ] as const) {
    end(ended);
    await expect.poll(() => started.at(-1)).toBe(next);
    expect(started.length - 2).toBeLessThanOrEqual(4);
  }
  for (const name of ['c0', 'a3']) end(name);
  expect(await Promise.all(ran)).toEqual(['a0', 'a1', 'a2', 'a3', 'b0', 'c0']);
});

it('reserves memory until the work is done or has failed, and refuses beyond the limits', async () => {
  const turns = new BodyTurns(1);
  const limits = { tenantBytes: 10, bytes: 15 };
  const { work, end } = gates();
  const first = turns.run({ tenant: 'a', bytes: 10 }, limits, work('first'));
  const refused = { catalogName: 'temporarily_unavailable' };
  await expect(turns.run({ tenant: 'a', bytes: 1 }, limits, work('more'))).rejects.toMatchObject(refused);
  await expect(turns.run({ tenant: 'b', bytes: 6 }, limits, work('other'))).rejects.toMatchObject(refused);
  const other = turns.run({ tenant: 'b', bytes: 5 }, limits, () => Promise.reject(new Error('no')));
  end('first');
  expect(await first).toBe('first');
  await expect(other).rejects.toThrow('no');
  const last = turns.run({ tenant: 'a', bytes: 10 }, limits, work('last'));
  await Promise.resolve();
  end('last');
  expect(await last).toBe('last');
});
