import { expect, it } from 'vitest';
import { FairSlots } from './fair-slots.ts';

const never = new AbortController().signal;

/** A queue whose tasks end on command. Tasks are named `<organization><number>`. */
class Bench {
  readonly begun: string[] = [];
  readonly #queue: FairSlots;
  readonly #gates = new Map<string, PromiseWithResolvers<void>>();

  constructor(slots: number, waiting: number) {
    this.#queue = new FairSlots(slots, waiting);
  }

  run(name: string, signal = never): Promise<string> {
    const gate = Promise.withResolvers<void>();
    this.#gates.set(name, gate);
    return this.#queue.run(
      async () => {
        this.begun.push(name);
        await gate.promise;
        return name;
      },
      { organizationId: name.charAt(0), signal },
    );
  }

  /** Resolves when the task with the next turn has begun. */
  async end(name: string, error?: Error): Promise<void> {
    const gate = this.#gates.get(name);
    if (error) gate?.reject(error);
    else gate?.resolve();
    await new Promise((resolve) => setImmediate(resolve));
  }
}

const REFUSED = { catalogName: 'temporarily_unavailable' };

it('gives one organization at most half of the slots and half of the queue', async () => {
  const bench = new Bench(4, 4);
  const own = ['a1', 'a2', 'a3', 'a4'].map((name) => bench.run(name));
  await expect(bench.run('a5')).rejects.toMatchObject(REFUSED);
  expect(bench.begun).toEqual(['a1', 'a2']);
  const others = ['b1', 'c1', 'b2', 'c2'].map((name) => bench.run(name));
  expect(bench.begun).toEqual(['a1', 'a2', 'b1', 'c1']);
  // Four tasks wait, two of them of the first organization.
  await expect(bench.run('d1')).rejects.toMatchObject(REFUSED);
  for (const name of ['a1', 'a2', 'b1', 'c1', 'b2', 'c2', 'a3', 'a4']) await bench.end(name);
  expect(await Promise.all([...own, ...others])).toHaveLength(8);
});

it('a later organization waits for at most one running task per slot', async () => {
  const bench = new Bench(2, 100);
  const all = ['a', 'b', 'c'].flatMap((organization) =>
    Array.from({ length: 10 }, (_, at) => bench.run(`${organization}${at}`)),
  );
  all.push(bench.run('d0'));
  expect(bench.begun).toEqual(['a0', 'b0']);
  await bench.end('a0');
  await bench.end('b0');
  expect(bench.begun).toEqual(['a0', 'b0', 'c0', 'd0']);
  // From then on organizations take turns, and within one the order is first come, first served.
  for (let at = 2; at < 31; at++) await bench.end(bench.begun[at]!);
  expect(bench.begun.slice(4, 10)).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'c2']);
  expect(await Promise.all(all)).toHaveLength(31);
});

it('with a single slot, organizations take turns', async () => {
  const bench = new Bench(1, 2);
  const [first, second, third] = [bench.run('a1'), bench.run('a2'), bench.run('b1')];
  await bench.end('a1');
  expect(bench.begun).toEqual(['a1', 'b1']);
  await bench.end('b1');
  await bench.end('a2');
  expect(await Promise.all([first, second, third])).toEqual(['a1', 'a2', 'b1']);
});

it('does not start abandoned work, and a failed task frees its slot', async () => {
  const bench = new Bench(1, 2);
  const leaving = new AbortController();
  const first = bench.run('a1').catch(({ message }: Error) => message);
  const left = bench.run('b1', leaving.signal);
  leaving.abort(new Error('left'));
  await expect(left).rejects.toThrow('left');
  await expect(bench.run('b2', leaving.signal)).rejects.toThrow('left');
  const third = bench.run('b3');
  await bench.end('a1', new Error('failed'));
  expect(await first).toBe('failed');
  await bench.end('b3');
  expect(await third).toBe('b3');
  expect(bench.begun).toEqual(['a1', 'b3']);
});
