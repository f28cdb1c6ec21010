import type { LocalLine, OpenBatch } from './open-batch.ts';

interface Holders {
  /** Lines of the organization that run here. */
  running: number;
  /** How many have ended and released their holds. */
  ended: number;
  isHeldUp: boolean;
}

/**
 * Running lines hold their maximum cost (D-86, D-87), so a line may be refused because of the holds of others and not because of spent credits. Such
 * a line waits until one of them ends. Tracked per organization.
 */
export class CreditHolders {
  readonly #byOrganization = new Map<string, Holders>();
  /** Of running lines: the number of ended lines when it was started. */
  readonly #startedAt = new WeakMap<LocalLine, number>();

  started(line: LocalLine): void {
    const holders = this.#of(line.batch);
    holders.running++;
    this.#startedAt.set(line, holders.ended);
  }

  /** The line has a response, or is not run. Does nothing for a line that does not run: a failure may report its end twice. */
  ended(line: LocalLine): void {
    if (!this.#startedAt.delete(line)) return;
    const holders = this.#of(line.batch);
    holders.running--;
    holders.ended++;
    holders.isHeldUp = false;
    // Not needed any more: the count at the start of a line is read only while a line runs.
    if (holders.running === 0) this.#byOrganization.delete(line.batch.row.organization_id);
  }

  /** The line was refused because of holds of others, which may have just been released. */
  holdUp(line: LocalLine): void {
    this.#startedAt.delete(line);
    const holders = this.#of(line.batch);
    holders.running--;
    holders.isHeldUp = holders.running > 0;
  }

  /** Others ran when the line was refused, or ran while it did. */
  mayHoldUp(line: LocalLine): boolean {
    const { running, ended } = this.#of(line.batch);
    return running > 1 || ended > (this.#startedAt.get(line) ?? 0);
  }

  isHeldUp({ row }: OpenBatch): boolean {
    return this.#byOrganization.get(row.organization_id)?.isHeldUp ?? false;
  }

  #of({ row: { organization_id: id } }: OpenBatch): Holders {
    let holders = this.#byOrganization.get(id);
    if (!holders) this.#byOrganization.set(id, (holders = { running: 0, ended: 0, isHeldUp: false }));
    return holders;
  }
}
