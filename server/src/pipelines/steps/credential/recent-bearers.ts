import type { Bearer } from './bearer.ts';

/** How long a header is remembered that is not sent again: so long at least, and at most twice as long. */
const REMEMBERED_MS = 10_000;
/** Headers of one such time. Further ones are read as if there were no memory. */
const MAX_HEADERS = 1000;
/** No key is longer. Together with their number this limits the memory that senders of nonsense can take. */
const MAX_CHARACTERS = 512;

/**
 * What recently sent credential headers were read as. Clients repeat theirs with every request, and hashing it costs more than all other checks of
 * the credential. Not by connection: a proxy in front sends those of many callers over each of its own. Whether a credential is
 * valid is not remembered.
 *
 * Headers are secrets, so this holds none for long: what nobody sends again is gone after twenty seconds, also where no request comes.
 */
export class RecentBearers {
  #young = new Map<string, Bearer>();
  #old = new Map<string, Bearer>();
  /** A timer runs. */
  #ages = false;

  find(header: string): Bearer | undefined {
    const known = this.#young.get(header);
    if (known) return known;
    const aged = this.#old.get(header);
    if (aged) this.keep(header, aged);
    return aged;
  }

  keep(header: string, bearer: Bearer): void {
    if (this.#young.size >= MAX_HEADERS || header.length > MAX_CHARACTERS) return;
    this.#young.set(header, bearer);
    if (!this.#ages) this.#ageLater();
  }

  #ageLater(): void {
    this.#ages = true;
    setTimeout(() => this.#age(), REMEMBERED_MS).unref();
  }

  #age(): void {
    this.#old = this.#young;
    this.#young = new Map();
    if (this.#old.size > 0) this.#ageLater();
    else this.#ages = false;
  }
}
