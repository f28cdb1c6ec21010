import type { UsageJournal } from '#store';
import type { Account, Charge } from './account.ts';

interface Underway {
  readonly account: Account;
  readonly charge: Charge;
}

/** Charges whose records are in the journal and not yet in the database, in the journal's order. */
export class ChargeQueue {
  readonly #journal: Pick<UsageJournal, 'delivered'>;
  #charges: Underway[] = [];
  /** Records of this run that left the queue. */
  #settled = 0;

  constructor(journal: Pick<UsageJournal, 'delivered'>) {
    this.#journal = journal;
  }

  add(account: Account, charge: Charge): void {
    this.#charges.push({ account, charge });
  }

  /** Lets go of what has arrived in the database. */
  settle(): void {
    const arrived = this.#journal.delivered - this.#settled;
    if (arrived === 0) return;
    for (const { account, charge } of this.#charges.slice(0, arrived)) {
      if (charge.source === 'api_credit') account.wallet.delivered(charge.nanos);
    }
    this.#charges = this.#charges.slice(arrived);
    this.#settled += arrived;
  }

  byAccount(): ReadonlyMap<Account, Charge[]> {
    const all = new Map<Account, Charge[]>();
    for (const { account, charge } of this.#charges) {
      const charges = all.get(account);
      if (charges) charges.push(charge);
      else all.set(account, [charge]);
    }
    return all;
  }
}
