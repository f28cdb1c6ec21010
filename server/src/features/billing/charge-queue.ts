import type { UsageJournal } from '#store';
import type { Account, Charge } from './account.ts';

interface Underway {
  readonly account: Account;
  readonly charge: Charge;
  /** Where the record ends in the journal. */
  readonly place: number;
}

/**
 * Charges whose records are in the journal and not yet in the database, in the journal's order. Each knows the place of
 * its record: counting charges against records that arrived would be off for good after the first one that has no partner.
 */
export class ChargeQueue {
  readonly #journal: Pick<UsageJournal, 'delivered'>;
  readonly #charges: Underway[] = [];

  constructor(journal: Pick<UsageJournal, 'delivered'>) {
    this.#journal = journal;
  }

  add(account: Account, charge: Charge, place: number): void {
    this.#charges.push({ account, charge, place });
  }

  /** Lets go of what has arrived in the database, or never will. */
  settle(): void {
    const { delivered } = this.#journal;
    const [first] = this.#charges;
    if (!first || first.place > delivered) return;
    const waiting = this.#charges.findIndex(({ place }) => place > delivered);
    const arrived = this.#charges.splice(0, waiting < 0 ? this.#charges.length : waiting);
    for (const { account, charge } of arrived) {
      if (charge.source === 'api_credit') account.wallet.delivered(charge.nanos);
    }
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
