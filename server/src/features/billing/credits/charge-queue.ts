import { spendMonth } from '#features/spend-limits';
import type { DeferredCharge } from '#exchange';
import type { UsageJournal } from '#store';
import { amountOf, countersOf, type CachedWallet, type Charge } from './cached-wallet.ts';

interface WalletCharge {
  readonly account: CachedWallet;
  readonly charge: Charge;
}

interface Underway extends WalletCharge {
  /** Where the record ends in the journal. For merged charges: where the last record ends. */
  readonly offset: number;
  /** How many charges were merged. */
  readonly count: number;
}

/** About 20 MB. An hour of 5,000 charges a second would be 18 million. */
const MAX_CHARGES = 100_000;

/**
 * Charges whose records are in the journal but not yet in the database, in journal order. Each keeps the
 * offset of its record: merely counting charges against arrived records would be wrong forever after the
 * first charge without a record.
 *
 * During a long database outage there are too many charges to keep individually. Consecutive charges of one
 * account are then merged, and a merged charge leaves the queue when its last record has arrived. While the
 * node catches up, the earlier records of a merged charge count twice, so an organization at its limit may be
 * refused a few hundred requests early, for about the duration of one batch. Nothing is undercounted, and
 * billing uses the journal only.
 */
export class ChargeQueue {
  readonly #journal: Pick<UsageJournal, 'delivered'>;
  readonly #most: number;
  #charges: Underway[] = [];
  /** Charges that are in no journal: their own transaction reports whether they were written. */
  readonly #deferred = new Set<WalletCharge>();
  /** The queue is shortened at this length, which exceeds `#most` when very many accounts are in use. */
  #room: number;
  /** How many charges are merged into one at most. */
  #step = 1;

  constructor(journal: Pick<UsageJournal, 'delivered'>, most = MAX_CHARGES) {
    this.#journal = journal;
    this.#most = this.#room = most;
  }

  get length(): number {
    return this.#charges.length;
  }

  add(account: CachedWallet, charge: Charge, offset: number): void {
    if (this.#charges.length === 0) {
      this.#step = 1;
      this.#room = this.#most;
    }
    this.#charges.push({ account, charge, offset, count: 1 });
    if (this.#charges.length > this.#room) this.#shorten();
  }

  defer(account: CachedWallet, charge: Charge): DeferredCharge {
    const deferred = { account, charge };
    this.#deferred.add(deferred);
    return {
      arrived: () => {
        if (this.#deferred.delete(deferred)) arrive(deferred);
      },
      dropped: () => {
        if (this.#deferred.delete(deferred)) account.undo(charge);
      },
    };
  }

  /** Removes charges that have been delivered or never will be. */
  settle(): void {
    const { delivered } = this.#journal;
    const [first] = this.#charges;
    if (!first || first.offset > delivered) return;
    const waiting = this.#charges.findIndex(({ offset }) => offset > delivered);
    const arrived = this.#charges.splice(0, waiting < 0 ? this.#charges.length : waiting);
    for (const underway of arrived) arrive(underway);
  }

  /** Shortens the queue to half the allowed length, so that walking through it pays off. */
  #shorten(): void {
    this.#charges = addUp(this.#charges, this.#step);
    for (let before = Infinity; this.#charges.length > this.#most / 2 && this.#charges.length < before;) {
      before = this.#charges.length;
      this.#step *= 2;
      this.#charges = addUp(this.#charges, this.#step);
    }
    this.#room = Math.max(this.#most, 2 * this.#charges.length);
  }

  /** The sum of an account's undelivered charges against one window or scope. */
  amount(account: CachedWallet, counter: string): number {
    let sum = 0;
    for (const underway of this.#all()) {
      if (underway.account === account && countersOf(underway.charge).includes(counter))
        sum += amountOf(underway.charge);
    }
    return sum;
  }

  *#all(): Generator<WalletCharge> {
    yield* this.#charges;
    yield* this.#deferred;
  }

  byWallet(): ReadonlyMap<CachedWallet, readonly Charge[]> {
    const all = new Map<CachedWallet, Charge[]>();
    for (const { account, charge } of this.#all()) {
      const charges = all.get(account);
      if (charges) charges.push(charge);
      else all.set(account, [charge]);
    }
    return all;
  }
}

/** The charge is in the database. */
function arrive({ account, charge }: WalletCharge): void {
  if (charge.source === 'api_credit') account.wallet.delivered(charge.nanos);
}

/**
 * Merges up to `step` charges of an account against the same windows or scopes, at the position of the last.
 */
function addUp(charges: readonly Underway[], step: number): Underway[] {
  const open = new Map<CachedWallet, Map<string, number>>();
  const kept: (Underway | undefined)[] = [];
  for (const next of charges) {
    const target = targetOf(next.charge);
    let places = open.get(next.account);
    if (!places) open.set(next.account, (places = new Map()));
    const at = places.get(target);
    const last = at === undefined ? undefined : kept[at];
    places.set(target, kept.length);
    if (last && last.count + next.count <= step) {
      kept[at!] = undefined;
      kept.push({ ...next, charge: add(last.charge, next.charge), count: last.count + next.count });
    } else kept.push(next);
  }
  return kept.filter((one) => one !== undefined);
}

/** What a charge counts against. Charges with the same target can be merged. */
function targetOf(charge: Charge): string {
  if (charge.source === 'subscription') return charge.windows.seconds.join();
  return `${spendMonth(charge.admittedAtMs).startS} ${charge.scopes.join()}`;
}

function add(earlier: Charge, later: Charge): Charge {
  if (earlier.source === 'subscription' && later.source === 'subscription')
    return { ...later, milli: earlier.milli + later.milli };
  if (earlier.source === 'api_credit' && later.source === 'api_credit')
    return { ...later, nanos: earlier.nanos + later.nanos };
  throw new Error('Charges of different sources have no sum.');
}
