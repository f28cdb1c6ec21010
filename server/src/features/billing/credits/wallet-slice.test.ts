import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { StoreUnavailable } from '#store';
import { lend } from './wallet-lender.ts';
import { WalletSlice, type WalletLender } from './wallet-slice.ts';

const HOLD_MS = 900_000;
/** A clock that stands still. */
const clock = { monotonicMs: () => 0 };

/**
 * A wallet and the nodes' leases as the database stores them. Replies in a later turn, as a database does.
 */
class Bank {
  balance: number;
  readonly leases = new Map<string, number>();

  constructor(balance: number) {
    this.balance = balance;
  }

  get leased(): number {
    return [...this.leases.values()].reduce((sum, nanos) => sum + nanos, 0);
  }

  lender(node: string): WalletLender {
    return {
      holdMs: () => HOLD_MS,
      borrow: async (wanted, spare) => {
        await new Promise(setImmediate);
        const loan = {
          ...lend(wanted, spare, this.balance - this.leased),
          lentElsewhere: this.leases.size > 1,
        };
        this.leases.set(node, (this.leases.get(node) ?? 0) + loan.nanos);
        await new Promise(setImmediate);
        return loan;
      },
      keep: async (nanos) => {
        await new Promise(setImmediate);
        this.leases.set(node, nanos);
        return { overdrawn: this.balance < this.leased };
      },
    };
  }

  /** Delivers a record: its cost is taken from the balance and from the node's lease. */
  deliver(node: string, slice: WalletSlice, cost: number): void {
    this.balance -= cost;
    this.leases.set(node, Math.max(0, (this.leases.get(node) ?? 0) - cost));
    slice.delivered(cost);
  }
}

describe('a wallet slice', () => {
  it('admits as many concurrent holds as the balance covers, on one node and on three', async () => {
    for (const nodes of [1, 3]) {
      const bank = new Bank(50 * 7 + 6);
      const slices = Array.from(
        { length: nodes },
        (_, node) => new WalletSlice(bank.lender(`n${node}`), clock),
      );
      const held = await Promise.all(Array.from({ length: 300 }, (_, i) => slices[i % nodes]!.hold(7)));
      expect(held.filter(Boolean)).toHaveLength(50);
    }
  });

  it('sends one request for concurrent holds, and none while it has enough', async () => {
    const bank = new Bank(1_000_000);
    const lender = bank.lender('n');
    let asked = 0;
    const slice = new WalletSlice(
      { ...lender, borrow: (...args) => (asked++, lender.borrow(...args)) },
      clock,
    );
    expect(await Promise.all([slice.hold(10), slice.hold(10), slice.hold(10)])).toEqual([true, true, true]);
    expect([asked, slice.tryHold(10)]).toEqual([1, true]);
  });

  it('renews what it holds while others keep asking in vain', async () => {
    const bank = new Bank(100);
    const lender = bank.lender('n');
    let kept = 0;
    const slice = new WalletSlice({ ...lender, keep: (nanos) => (kept++, lender.keep(nanos)) }, clock);
    expect(await slice.hold(80)).toBe(true);
    const vain = (async () => {
      for (let i = 0; i < 50; i++) expect(await slice.hold(50)).toBe(false);
    })();
    await slice.returnFree();
    await vain;
    expect([kept, bank.leased]).toEqual([1, 80]);
  });

  it('lends nothing of an expired lease, and keeps what is held', async () => {
    const bank = new Bank(1_000_000);
    let nowMs = 0;
    const slice = new WalletSlice(bank.lender('n'), { monotonicMs: () => nowMs });
    expect(await slice.hold(10)).toBe(true);
    nowMs = HOLD_MS + 1;
    expect([slice.tryHold(10), bank.leases.delete('n')]).toEqual([false, true]);
    await slice.returnFree();
    expect(bank.leases.get('n')).toBe(10);
  });

  it('borrows nothing next to a hold whose lease expired and was deleted', async () => {
    const bank = new Bank(100);
    let nowMs = 0;
    const slice = new WalletSlice(bank.lender('n'), { monotonicMs: () => nowMs });
    expect(await slice.hold(80)).toBe(true);
    nowMs = HOLD_MS + 1;
    bank.leases.delete('n');
    expect([await slice.hold(30), await slice.hold(20), bank.leased]).toEqual([false, true, 100]);
  });

  it('counts what requests cost beyond their holds before the database does', async () => {
    const bank = new Bank(100);
    const slice = new WalletSlice(bank.lender('n'), clock);
    expect(await slice.hold(10)).toBe(true);
    slice.settle(10, 15);
    expect([await slice.hold(86), await slice.hold(85)]).toEqual([false, true]);
    await slice.returnFree();
    expect(bank.leased).toBe(100);
    bank.deliver('n', slice, 15);
    slice.release(85);
    await slice.returnFree();
    await new Promise(setImmediate);
    expect([bank.balance, bank.leased, slice.idle]).toEqual([85, 0, true]);
  });

  it('makes up for overruns before it holds anything from freed money', async () => {
    const bank = new Bank(100);
    const slice = new WalletSlice(bank.lender('n'), clock);
    expect(await Promise.all([slice.hold(60), slice.hold(40)])).toEqual([true, true]);
    slice.settle(60, 75);
    await slice.returnFree();
    expect(bank.leased, 'nobody else is lent what is owed').toBe(115);
    slice.release(40);
    expect([slice.tryHold(25), await slice.hold(26), await slice.hold(25)]).toEqual([false, false, true]);
    bank.deliver('n', slice, 75);
    slice.release(25);
    await slice.returnFree();
    expect([bank.balance, bank.leased, await slice.hold(25), slice.tryHold(1)]).toEqual([25, 0, true, false]);
  });

  it('repeats the call to the lender when a record arrived meanwhile', async () => {
    const bank = new Bank(100);
    const slice = new WalletSlice(bank.lender('n'), clock);
    await slice.hold(60);
    slice.settle(60, 60);
    const returned = slice.returnFree();
    await Promise.resolve();
    // The insert reached the database first and the return second, so the return writes outdated figures.
    bank.balance -= 60;
    slice.delivered(60);
    await returned;
    expect(bank.leased).toBe(60);
    await slice.returnFree();
    expect(bank.leased).toBe(0);
  });

  it('rejects waiting holds when the lender does not answer, and works again afterwards', async () => {
    const bank = new Bank(100);
    const lender = bank.lender('n');
    let unavailable = true;
    const slice = new WalletSlice(
      {
        ...lender,
        borrow: (...args) => (unavailable ? Promise.reject(new Error('away')) : lender.borrow(...args)),
      },
      clock,
    );
    await expect(slice.hold(10)).rejects.toThrow('away');
    unavailable = false;
    expect(await slice.hold(10)).toBe(true);
  });

  /** A slice of an ample balance with a controllable clock and a lender that can be made to fail. */
  async function ampleSlice() {
    const bank = new Bank(1_000_000);
    const lender = bank.lender('n');
    const state = { nowMs: 0, fails: undefined as StoreUnavailable | undefined };
    const result = <T>(work: () => Promise<T>): Promise<T> =>
      state.fails ? Promise.reject(state.fails) : work();
    const keep: WalletLender['keep'] = (nanos) => result(() => lender.keep(nanos));
    const slice = new WalletSlice(
      { ...lender, keep, borrow: (...all) => result(() => lender.borrow(...all)) },
      { monotonicMs: () => state.nowMs },
    );
    expect(await slice.hold(10)).toBe(true);
    slice.release(10);
    return { bank, slice, state };
  }

  it('keeps the free money of an ample balance for some seconds, used or not', async () => {
    const { bank, slice, state } = await ampleSlice();
    for (const nowMs of [1000, 2000, 4999]) {
      state.nowMs = nowMs;
      await slice.returnFree();
      expect(bank.leased).toBeGreaterThan(1000);
    }
    state.nowMs = 5000;
    await slice.returnFree();
    expect(bank.leased).toBe(0);
  });

  it('ERR-36 continues with money whose return never reached the lender, until it expires', async () => {
    const { bank, slice, state } = await ampleSlice();
    state.fails = new StoreUnavailable('failing');
    state.nowMs = HOLD_MS / 2;
    await expect(slice.returnFree()).rejects.toThrow(StoreUnavailable);
    expect(slice.tryHold(10)).toBe(true);
    slice.settle(10, 10);
    state.nowMs = HOLD_MS + 1;
    expect(slice.tryHold(10)).toBe(false);
    await expect(slice.hold(10)).rejects.toThrow(StoreUnavailable);
    // The database is back: costs spent meanwhile are taken from what was set aside for them.
    state.fails = undefined;
    expect(await slice.hold(10)).toBe(true);
    slice.release(10);
    bank.deliver('n', slice, 10);
    await slice.returnFree({ always: true });
    expect([bank.balance, bank.leased]).toEqual([999_990, 0]);
  });

  it.each(['timed_out', 'connection_lost'] as const)(
    'does not continue with what may have been returned: %s',
    async (reason) => {
      const { slice, state } = await ampleSlice();
      state.fails = new StoreUnavailable(reason);
      state.nowMs = 6000;
      await expect(slice.returnFree()).rejects.toThrow(StoreUnavailable);
      expect(slice.tryHold(1)).toBe(false);
    },
  );

  type Action = readonly ['hold' | 'settle' | 'release' | 'deliver' | 'return' | 'turn', number];

  it('never lets more be spent than there is, and finally returns everything', async () => {
    const action: fc.Arbitrary<Action> = fc.tuple(
      fc.constantFrom('hold', 'hold', 'settle', 'release', 'deliver', 'return', 'turn'),
      fc.nat(1000),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 20_000 }),
        fc.array(action, { maxLength: 80 }),
        async (balance, actions) => {
          const bank = new Bank(balance);
          const slices = [new WalletSlice(bank.lender('a'), clock), new WalletSlice(bank.lender('b'), clock)];
          const running: { node: number; nanos: number }[] = [];
          const undelivered: { node: number; cost: number }[] = [];
          const asking: Promise<void>[] = [];
          let spent = 0;
          const end = (settled: boolean, part: number): void => {
            const run = running.shift();
            if (!run) return;
            const slice = slices[run.node]!;
            if (!settled) return slice.release(run.nanos);
            const cost = Math.floor((run.nanos * part) / 1000);
            slice.settle(run.nanos, cost);
            spent += cost;
            undelivered.push({ node: run.node, cost });
          };
          const deliver = (): void => {
            const record = undelivered.shift();
            if (record) bank.deliver('ab'.charAt(record.node), slices[record.node]!, record.cost);
          };
          for (const [kind, size] of actions) {
            const node = size % 2;
            if (kind === 'hold')
              asking.push(
                slices[node]!.hold(size).then((held) => void (held && running.push({ node, nanos: size }))),
              );
            else if (kind === 'deliver') deliver();
            else if (kind === 'return') asking.push(slices[node]!.returnFree());
            else if (kind === 'turn') await new Promise(setImmediate);
            else end(kind === 'settle', size);
            const underway = running.reduce((sum, { nanos }) => sum + nanos, 0);
            expect(spent + underway).toBeLessThanOrEqual(balance);
          }
          await Promise.all(asking);
          while (running.length > 0) end(true, 500);
          while (undelivered.length > 0) deliver();
          for (const slice of slices) await slice.returnFree({ always: true });
          await new Promise(setImmediate);
          expect([bank.balance, bank.leased]).toEqual([balance - spent, 0]);
          expect(slices.map((slice) => slice.idle)).toEqual([true, true]);
        },
      ),
    );
  });
});
