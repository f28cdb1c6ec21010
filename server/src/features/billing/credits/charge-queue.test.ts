import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createClock } from '#kit';
import { CachedWallet, type Charge } from './cached-wallet.ts';
import { ChargeQueue } from './charge-queue.ts';

const MONTH = Date.parse('2026-01-15T00:00:00Z');

function account(id: string): CachedWallet {
  const lender = {
    holdMs: () => 900_000,
    borrow: () => Promise.reject(new Error('away')),
    keep: () => Promise.reject(new Error('away')),
  };
  return new CachedWallet(
    id,
    { wallet: lender, limits: undefined, settle: () => Promise.resolve(), recall: () => Promise.resolve() },
    createClock(),
  );
}

function planCharge(milli: number, session = 0): Charge {
  const period = { startS: 0, endS: 1 };
  return {
    source: 'subscription',
    milli,
    windows: { monthly: period, weekly: period, session: period, seconds: [session] },
  };
}

function creditCharge(nanos: number, admittedAtMs = MONTH, scopes = ['organization', 'member:a']): Charge {
  return { source: 'api_credit', nanos, scopes, admittedAtMs };
}

function sizeOf(charge: Charge): number {
  return charge.source === 'subscription' ? charge.milli : charge.nanos;
}

/** The sum of all charges counted for an account. */
function counted(queue: ChargeQueue, of: CachedWallet): number {
  return (queue.byWallet().get(of) ?? []).reduce((sum, charge) => sum + sizeOf(charge), 0);
}

describe('undelivered charges', () => {
  it('take bounded memory during any database outage, and none is lost', () => {
    const journal = { delivered: 0 };
    const queue = new ChargeQueue(journal, 1000);
    const accounts = Array.from({ length: 10 }, (_, id) => account(`org_${id}`));
    const records = 100_000;
    for (let offset = 1; offset <= records; offset++)
      queue.add(accounts[offset % 10]!, planCharge(1), offset);
    expect(queue.length).toBeLessThanOrEqual(1000);
    for (const one of accounts) expect(counted(queue, one)).toBe(records / 10);
    // After catching up, undelivered charges are counted, and few delivered ones.
    for (const delivered of [1, 33_333, 77_777, records - 1]) {
      journal.delivered = delivered;
      queue.settle();
      for (const one of accounts) {
        const missing = counted(queue, one) - (records - delivered) / 10;
        expect(missing).toBeGreaterThanOrEqual(-1);
        expect(missing).toBeLessThanOrEqual((2 * records) / 500);
      }
    }
    journal.delivered = records;
    queue.settle();
    expect(queue.length).toBe(0);
  });

  it('stay in order, and separate by what they count against', () => {
    const kinds = [
      (): Charge => planCharge(1, 1),
      (): Charge => planCharge(1, 2),
      (): Charge => creditCharge(1),
      (): Charge => creditCharge(1, MONTH, ['organization', 'member:b']),
      (): Charge => creditCharge(1, Date.parse('2026-02-01T00:00:00Z')),
    ];
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(2), fc.nat(4), fc.nat(3)), { maxLength: 200 }), (steps) => {
        const journal = { delivered: 0 };
        const queue = new ChargeQueue(journal, 8);
        const accounts = [account('a'), account('b'), account('c')];
        const all: { offset: number; of: CachedWallet; kind: number }[] = [];
        for (const [index, [who, kind, arriving]] of steps.entries()) {
          const of = accounts[who]!;
          queue.add(of, kinds[kind]!(), index + 1);
          all.push({ offset: index + 1, of, kind });
          if (arriving > 0) continue;
          journal.delivered += Math.floor((index - journal.delivered) / 2);
          queue.settle();
        }
        const targets = (charge: Charge): string =>
          charge.source === 'subscription'
            ? String(charge.windows.seconds)
            : `${charge.scopes.join()} ${charge.admittedAtMs}`;
        for (const of of accounts) {
          const sums = new Map<string, number>();
          for (const charge of queue.byWallet().get(of) ?? [])
            sums.set(targets(charge), (sums.get(targets(charge)) ?? 0) + sizeOf(charge));
          for (const [kind, make] of kinds.entries()) {
            const waiting = all.filter(
              (one) => one.of === of && one.kind === kind && one.offset > journal.delivered,
            ).length;
            const known = all.filter((one) => one.of === of && one.kind === kind).length;
            const sum = sums.get(targets(make())) ?? 0;
            expect(sum).toBeGreaterThanOrEqual(waiting);
            expect(sum).toBeLessThanOrEqual(known);
          }
        }
        journal.delivered = steps.length;
        queue.settle();
        expect(queue.length).toBe(0);
      }),
    );
  });

  it('are taken once and completely from the wallet that set them aside', () => {
    const journal = { delivered: 0 };
    const queue = new ChargeQueue(journal, 4);
    const one = account('org_1');
    for (let offset = 1; offset <= 100; offset++) {
      one.wallet.settle(0, 5);
      queue.add(one, creditCharge(5), offset);
    }
    expect(one.wallet.freeNanos).toBe(-500);
    journal.delivered = 100;
    queue.settle();
    expect(one.wallet.freeNanos).toBe(0);
  });

  it('are not rescanned repeatedly when there are more accounts than room', () => {
    const queue = new ChargeQueue({ delivered: 0 }, 100);
    const accounts = Array.from({ length: 5000 }, (_, id) => account(`org_${id}`));
    const startedAt = performance.now();
    for (let offset = 1; offset <= 25_000; offset++)
      queue.add(accounts[offset % 5000]!, planCharge(1), offset);
    expect(queue.length).toBeLessThanOrEqual(10_000);
    // Visiting every charge for every account would take hundreds of millions of steps.
    expect(performance.now() - startedAt).toBeLessThan(5000);
  });
});
