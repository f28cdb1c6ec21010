import { describe, expect, it } from 'vitest';
import { StoreUnavailable } from '#store';
import type { LeasedPart } from '../store/limit-leases.ts';
import { LimitLeases, type ClaimOutcome, type LimitClaim, type LimitLender } from './limit-leases.ts';

const HOLD_MS = 60_000;

/** One limit shared by several nodes, as the database stores it. */
class Office {
  readonly limit: number;
  recorded = 0;
  unavailable = false;
  asked = 0;
  readonly leases = new Map<string, LeasedPart>();

  constructor(limit: number) {
    this.limit = limit;
  }
}

class Node {
  readonly office: Office;
  readonly leases: LimitLeases;
  readonly name: string;
  nowMs = 1000;
  held = 0;
  /** Spent but not recorded yet. */
  undelivered = 0;

  constructor(office: Office, name: string) {
    this.office = office;
    this.name = name;
    const lender: LimitLender = {
      holdMs: () => HOLD_MS,
      unavailable: () => false,
      held: () => this.held,
      undelivered: () => this.undelivered,
      replace: async (decide) => {
        office.asked++;
        await new Promise(setImmediate);
        if (office.unavailable) throw new StoreUnavailable('connection_lost');
        const others = [...office.leases]
          .filter(([node, { leased }]) => node !== name && leased > 0)
          .map(([, part]) => part);
        const leased = others.reduce((sum, part) => sum + part.leased, 0);
        const own = decide(
          new Map(leased > 0 ? [['c', { leased, usable: others.some(({ usable }) => usable) }]] : []),
        );
        office.leases.set(name, own.get('c') ?? { leased: 0, usable: false });
      },
    };
    this.leases = new LimitLeases(lender, { monotonicMs: () => this.nowMs });
  }

  claim(amount: number, { recalls = 0 } = {}): Promise<ClaimOutcome<number>> {
    const claim: LimitClaim<number> = {
      counters: () => ['c'],
      amount,
      left: () => this.office.limit - this.office.recorded - this.undelivered - this.held,
      passes: (left) => left('c') > 0,
      reserve: () => ((this.held += amount), amount),
      undo: () => void (this.held -= amount),
    };
    return this.leases.claim(claim, { recalls });
  }

  /** Ends a call that held `held` and spent `spent`. */
  end(held: number, spent: number): void {
    this.held -= held;
    this.undelivered += spent;
    this.leases.spend(['c'], spent);
  }
}

describe('leases of limits', () => {
  it('let a node admit from memory what it leased, and no more', async () => {
    const node = new Node(new Office(1000), 'a');
    expect(node.leases.covers(['c'], 1)).toBe(false);
    await node.claim(10);
    // An eighth of what is left after the requesting call's own amount.
    expect(node.office.leases.get('a')?.leased).toBe(10 + Math.floor(990 / 8));
    expect(node.leases.covers(['c'], 123)).toBe(true);
    expect(node.leases.covers(['c'], 124)).toBe(false);
    node.end(10, 4);
    expect(node.leases.covers(['c'], 129)).toBe(true);
    expect(node.leases.covers(['c'], 130)).toBe(false);
    expect(node.leases.covers([], 1e9)).toBe(true);
  });

  it('send one claim for concurrent calls, and decide them in order', async () => {
    const office = new Office(25);
    const one = new Node(office, 'a');
    const outcomes = await Promise.all([one.claim(10), one.claim(10), one.claim(10), one.claim(1)]);
    // The third call passes the limit, because not all of it was held. The fourth finds it reached.
    expect(outcomes).toEqual([{ reserved: 10 }, { reserved: 10 }, { reserved: 10 }, 'refused']);
    expect(office.asked).toBe(1);
  });

  it('refuse only after a recall, and then by what others cannot return', async () => {
    const office = new Office(100);
    const [a, b] = [new Node(office, 'a'), new Node(office, 'b')];
    await a.claim(40);
    await b.claim(40);
    expect(await b.claim(30)).toBe('recall');
    await a.leases.returnFree({ always: true });
    expect(await b.claim(30, { recalls: 1 })).toEqual({ reserved: 30 });
    expect(await b.claim(1, { recalls: 1 })).toBe('refused');
    a.end(40, 0);
    await a.leases.returnFree({ always: true });
    expect(office.leases.get('a')?.leased).toBe(0);
    expect(await b.claim(1)).toEqual({ reserved: 1 });
  });

  it('let a call pass a limit while no other node admits calls from memory', async () => {
    const office = new Office(100);
    const [a, b] = [new Node(office, 'a'), new Node(office, 'b')];
    await a.claim(40);
    await b.claim(40);
    expect(await b.claim(30)).toBe('recall');
    // The recall came too early: this node has leased again since.
    expect(await b.claim(30, { recalls: 1 })).toBe('recall');
    await a.leases.returnFree({ always: true });
    expect(await b.claim(30, { recalls: 2 })).toEqual({ reserved: 30 });
    a.end(40, 0);
    expect(a.leases.covers(['c'], 1)).toBe(false);
    expect(await a.claim(1, { recalls: 1 })).toEqual({ reserved: 1 });
    // The end of the call that passed the limit must not count as free room.
    b.end(30, 0);
    expect(b.leases.covers(['c'], 1)).toBe(false);
  });

  it('wait three times for nodes that do not receive recalls', async () => {
    const office = new Office(100);
    const [a, b] = [new Node(office, 'a'), new Node(office, 'b')];
    await a.claim(60);
    expect(await b.claim(60, { recalls: 2 })).toBe('recall');
    expect(await b.claim(60, { recalls: 3 })).toEqual({ reserved: 60 });
  });

  it('are kept for running and unrecorded calls when the rest is returned', async () => {
    const node = new Node(new Office(1000), 'a');
    await node.claim(10);
    await node.claim(7);
    node.end(7, 3);
    node.nowMs += 9000;
    await node.leases.returnFree();
    expect(node.office.leases.get('a')?.leased).toBeGreaterThan(100);
    node.nowMs += 2000;
    await node.leases.returnFree();
    expect(node.office.leases.get('a')?.leased).toBe(13);
    expect(node.leases.covers(['c'], 1)).toBe(false);
  });

  it('expire, and end when the limits change, even while a reply is on its way', async () => {
    const node = new Node(new Office(1000), 'a');
    await node.claim(1);
    node.nowMs += HOLD_MS + 1;
    expect(node.leases.covers(['c'], 1)).toBe(false);
    const { asked } = node.office;
    const asking = node.claim(1);
    while (node.office.asked === asked) await Promise.resolve();
    node.leases.distrust();
    await asking;
    expect(node.leases.covers(['c'], 1)).toBe(false);
    await node.claim(1);
    expect(node.leases.covers(['c'], 1)).toBe(true);
  });

  it('reject calls and undo their holds during a database outage, and continue afterwards', async () => {
    const node = new Node(new Office(1000), 'a');
    node.office.unavailable = true;
    await expect(node.claim(10)).rejects.toBeInstanceOf(StoreUnavailable);
    expect(node.held).toBe(0);
    node.office.unavailable = false;
    expect(await node.claim(10)).toEqual({ reserved: 10 });
    node.office.unavailable = true;
    await expect(node.leases.returnFree({ always: true })).rejects.toBeInstanceOf(StoreUnavailable);
    expect(node.leases.covers(['c'], 1)).toBe(false);
  });
});
