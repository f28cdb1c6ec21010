import { spendMonth } from '#features/spend-limits';
import type { UsageJournal } from '#store';
import { amountOf, countersOf, type Account, type Charge } from './account.ts';

interface Underway {
  readonly account: Account;
  readonly charge: Charge;
  /** Where the record ends in the journal; of several, the last. */
  readonly offset: number;
  /** How many were added up. */
  readonly count: number;
}

/** About 20 MB. An hour of 5,000 charges a second would be 18 million. */
const MOST = 100_000;

/**
 * Charges whose records are in the journal and not yet in the database, in the journal's order. Each knows the offset of
 * its record: counting charges against records that arrived would be off for good after the first one that has no partner.
 *
 * When the database is away for long there are too many of them to remember one by one. Then charges of one account that
 * follow each other are added up, and leave when the last of them has arrived. Until then, while the node catches up, those
 * before it count twice: an organization at its limit may be refused a few hundred requests early, for the moment a batch
 * takes. Nothing is counted too little, and what is charged comes from the journal alone.
 */
export class ChargeQueue {
  readonly #journal: Pick<UsageJournal, 'delivered'>;
  readonly #most: number;
  #charges: Underway[] = [];
  /** How long the queue gets before it is made shorter: more than `#most` where so many accounts are in use. */
  #room: number;
  /** Most charges that are added up in one. */
  #step = 1;

  constructor(journal: Pick<UsageJournal, 'delivered'>, most = MOST) {
    this.#journal = journal;
    this.#most = this.#room = most;
  }

  get length(): number {
    return this.#charges.length;
  }

  add(account: Account, charge: Charge, offset: number): void {
    if (this.#charges.length === 0) {
      this.#step = 1;
      this.#room = this.#most;
    }
    this.#charges.push({ account, charge, offset, count: 1 });
    if (this.#charges.length > this.#room) this.#shorten();
  }

  /** Lets go of what has arrived in the database, or never will. */
  settle(): void {
    const { delivered } = this.#journal;
    const [first] = this.#charges;
    if (!first || first.offset > delivered) return;
    const waiting = this.#charges.findIndex(({ offset }) => offset > delivered);
    const arrived = this.#charges.splice(0, waiting < 0 ? this.#charges.length : waiting);
    for (const { account, charge } of arrived) {
      if (charge.source === 'api_credit') account.wallet.delivered(charge.nanos);
    }
  }

  /** To half of what is allowed, so that it is worth going through all. */
  #shorten(): void {
    this.#charges = addUp(this.#charges, this.#step);
    for (let before = Infinity; this.#charges.length > this.#most / 2 && this.#charges.length < before;) {
      before = this.#charges.length;
      this.#step *= 2;
      this.#charges = addUp(this.#charges, this.#step);
    }
    this.#room = Math.max(this.#most, 2 * this.#charges.length);
  }

  /** What charges that the database does not have yet add up to, for one window or scope of an account. */
  amount(account: Account, counter: string): number {
    let sum = 0;
    for (const underway of this.#charges) {
      if (underway.account === account && countersOf(underway.charge).includes(counter))
        sum += amountOf(underway.charge);
    }
    return sum;
  }

  byAccount(): ReadonlyMap<Account, readonly Charge[]> {
    const all = new Map<Account, Charge[]>();
    for (const { account, charge } of this.#charges) {
      const charges = all.get(account);
      if (charges) charges.push(charge);
      else all.set(account, [charge]);
    }
    return all;
  }
}

/** Charges of an account to the same windows or scopes, up to `step` of them, become one in the place of the last. */
function addUp(charges: readonly Underway[], step: number): Underway[] {
  const open = new Map<Account, Map<string, number>>();
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

/** What a charge is counted for: charges of one target may be counted in one. */
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
