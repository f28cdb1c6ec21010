import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createClock } from '#kit';
import type { SlotOutcome } from './capacity.ts';
import type { SlotClaim, SlotLoan } from './slot-lender.ts';
import { SlotSlice } from './slot-slice.ts';
import { FakeLender } from '../test-support/fake-lender.ts';

let lender: FakeLender;
let slice: SlotSlice;
const clock = createClock();
const last = (): SlotClaim => lender.claims.at(-1)!;
const settled = (): Promise<unknown> => vi.advanceTimersByTimeAsync(0);
const seconds = (count: number): Promise<unknown> => vi.advanceTimersByTimeAsync(count * 1000);
/** The outcomes of several concurrent requests. */
const ask = (...organizations: readonly string[]): Promise<SlotOutcome[]> =>
  Promise.all(organizations.map(async (organization) => slice.request(organization)));
const open = (capacity = 30): SlotSlice =>
  (slice = new SlotSlice({ capacity, engine: 'e', holder: 'n/1', lender, clock }));

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'] });
  lender = new FakeLender();
});
afterEach(async () => {
  await slice.close();
  vi.useRealTimers();
});

describe('a slice of slots', () => {
  it('sends one claim for concurrent requests, and none while it has free slots', async () => {
    open();
    await settled();
    lender.respond = () => ({ leased: 5 });
    expect(await ask('a', 'b', 'a')).toEqual(['taken', 'taken', 'taken']);
    expect(lender.claims).toHaveLength(2);
    expect(last()).toMatchObject({ inUse: 0, kept: 0, wanted: ['a', 'b', 'a'] });
    expect([slice.request('a'), slice.request('c'), slice.inUse]).toEqual(['taken', 'taken', 5]);
    expect(lender.claims).toHaveLength(2);
    expect(slice.request('a')).toBeInstanceOf(Promise);
  });

  it('has one claim in flight, and later requests join the next one', async () => {
    open();
    await settled();
    const { promise: go, resolve } = Promise.withResolvers<void>();
    lender.respond = () => go.then(() => ({}));
    const responses = [ask('a')];
    await settled();
    responses.push(ask('b', 'c'));
    await settled();
    expect(slice.waiting).toBe(3);
    expect(lender.claims).toHaveLength(2);
    resolve();
    expect((await Promise.all(responses)).flat()).toEqual(['taken', 'taken', 'taken']);
    expect(lender.claims.slice(1).map(({ wanted }) => wanted)).toEqual([['a'], ['b', 'c']]);
    expect(slice.waiting).toBe(0);
  });

  it('ERR-33 ERR-30 reports why it refuses, and decides every request across all nodes while slots are scarce', async () => {
    open(10);
    await settled();
    lender.respond = () => ({ leasedByAll: 8, leased: 4 });
    expect(await slice.request('a')).toBe('taken');
    lender.respond = ({ wanted }) => ({
      leasedByAll: 9,
      leased: 1,
      outcomes: wanted.map((_, i) => (['fair_share', 'full'] as const)[i]!),
    });
    expect(await ask('a', 'b')).toEqual(['capacity_busy', 'temporarily_unavailable']);
    expect(slice.inUse).toBe(1);
  });

  it('keeps for the next second what the last one needed, and releases the rest', async () => {
    open();
    await settled();
    lender.respond = () => ({ leased: 9 });
    await ask('a', 'a', 'a');
    lender.respond = () => ({});
    for (let i = 0; i < 2; i++) slice.release('a');
    await seconds(1);
    expect(last()).toMatchObject({ inUse: 1, kept: 3 });
    expect([slice.request('a'), slice.request('a')]).toEqual(['taken', 'taken']);
    for (let i = 0; i < 3; i++) slice.release('a');
    await seconds(2);
    expect(last()).toMatchObject({ inUse: 0, kept: 0, held: new Map() });
    const { length } = lender.claims;
    await seconds(15);
    expect(lender.claims).toHaveLength(length);
    await seconds(5);
    expect(lender.claims).toHaveLength(length + 1);
  });

  it('does not use slots that it is about to release', async () => {
    open();
    await settled();
    lender.respond = () => ({ leased: 9 });
    await slice.request('a');
    const { promise: go, resolve } = Promise.withResolvers<Partial<SlotLoan>>();
    lender.respond = () => go;
    await seconds(1);
    expect(last()).toMatchObject({ inUse: 1, kept: 1 });
    expect(slice.request('a')).toBeInstanceOf(Promise);
    resolve({});
  });

  it('releases scarce slots immediately', async () => {
    open(10);
    await settled();
    lender.respond = () => ({ leasedByAll: 9 });
    await ask('a', 'a');
    slice.release('a');
    await settled();
    expect(last()).toMatchObject({ inUse: 1, kept: 1, wanted: [] });
  });

  it('takes a slot immediately for a run that fails over, and reports when it had none', async () => {
    open();
    await settled();
    slice.take('a');
    expect(slice.inUse).toBe(1);
    await settled();
    expect(last()).toMatchObject({ inUse: 1, kept: 1, held: new Map([['a', 1]]) });
  });

  it('knows of room for such a run as of the last reply', async () => {
    open(10);
    await settled();
    expect(slice.hasRoom).toBe(true);
    lender.respond = () => ({ leasedByAll: 10 });
    await slice.request('a');
    expect(slice.hasRoom).toBe(false);
  });

  it('D-78 trusts its lease for exactly a minute', async () => {
    open();
    await settled();
    lender.respond = () => ({ leased: 5 });
    await slice.request('a');
    // Simulates a suspended process: no timer fires.
    await clock.advance(60_000);
    const late = slice.request('a');
    expect(late).toBeInstanceOf(Promise);
    await late;
    expect(last()).toMatchObject({ inUse: 1, kept: 1, wanted: ['a'] });
  });

  it('registers its used slots, and trusts no spare ones, after a connection ended', async () => {
    open();
    await settled();
    lender.respond = () => ({ leased: 5 });
    await slice.request('a');
    lender.connection++;
    lender.respond = () => ({});
    expect(slice.request('b')).toBeInstanceOf(Promise);
    await settled();
    expect(last()).toMatchObject({ inUse: 1, kept: 1, wanted: ['b'] });
    expect(slice.request('b')).toBeInstanceOf(Promise);
  });

  it('releases everything when it closes, and lets nobody wait', async () => {
    open();
    await settled();
    lender.respond = () => Promise.reject(new Error('no answer'));
    const waiting = slice.request('a');
    await slice.close();
    expect([await waiting, lender.left]).toEqual(['temporarily_unavailable', 1]);
    slice.take('a');
    await seconds(30);
    expect(lender.claims).toHaveLength(1);
  });
});

describe('a slice whose lender is unavailable', () => {
  it('ERR-34 LIMIT-12 continues with its slots, and then reports that the answer is unknown', async () => {
    open();
    await settled();
    lender.respond = () => ({ leased: 12 });
    await slice.request('a');
    lender.unavailable = true;
    lender.connection++;
    const responses = Array.from({ length: 12 }, (_, i) => slice.request(`o${i}`));
    expect(responses).toEqual([...Array<string>(11).fill('taken'), 'capacity_unreachable']);
  });

  it('LIMIT-12 always has its part of the engine, even after its lease has expired', async () => {
    open();
    await settled();
    lender.unavailable = true;
    await clock.advance(60_000);
    // Three nodes share thirty slots.
    const responses = Array.from({ length: 11 }, (_, i) => slice.request(`o${i}`));
    expect(responses).toEqual([...Array<string>(10).fill('taken'), 'capacity_unreachable']);
  });

  it('LIMIT-12 has an eighth before it knows of other nodes, and at least one slot', () => {
    lender.unavailable = true;
    open(30);
    expect(Array.from({ length: 4 }, (_, i) => slice.request(`o${i}`))).toEqual([
      'taken',
      'taken',
      'taken',
      'capacity_unreachable',
    ]);
    void slice.close();
    open(2);
    expect([slice.request('a'), slice.request('b')]).toEqual(['taken', 'capacity_unreachable']);
  });

  it('ERR-33 still shares fairly among its own requests', () => {
    lender.unavailable = true;
    open(80);
    const responses = [...Array.from({ length: 7 }, () => slice.request('a')), slice.request('b')];
    expect(responses).toEqual(Array<string>(8).fill('taken'));
    expect(slice.request('a')).toBe('capacity_busy');
    expect(slice.request('c')).toBe('taken');
  });

  it('ERR-34 D-78 lets nobody wait longer than 250 ms, even behind another claim', async () => {
    open(3);
    await settled();
    slice.take('x');
    await settled();
    const { promise: never, resolve: end } = Promise.withResolvers<Partial<SlotLoan>>();
    lender.respond = () => never;
    const responses: unknown[] = [];
    const wait = (): unknown =>
      Promise.resolve(slice.request('a')).then((outcome) => responses.push(outcome));
    wait();
    await vi.advanceTimersByTimeAsync(100);
    wait();
    await vi.advanceTimersByTimeAsync(149);
    expect(responses).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(responses).toEqual(['capacity_unreachable']);
    await vi.advanceTimersByTimeAsync(100);
    expect(responses).toEqual(['capacity_unreachable', 'capacity_unreachable']);
    end({});
  });

  it('does not keep a slot that was granted to a caller who had given up', async () => {
    open(10);
    await settled();
    for (let i = 0; i < 3; i++) slice.take('x');
    await settled();
    const { promise: go, resolve } = Promise.withResolvers<void>();
    lender.respond = () => go.then(() => ({ leasedByAll: 9 }));
    const late = slice.request('a');
    await vi.advanceTimersByTimeAsync(250);
    expect([await late, last().wanted]).toEqual(['capacity_unreachable', ['a']]);
    const { length } = lender.claims;
    resolve();
    await settled();
    expect(lender.claims).toHaveLength(length + 1);
    expect(last()).toMatchObject({ inUse: 3, kept: 3, wanted: [] });
  });
});
