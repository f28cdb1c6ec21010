import type { Turn } from './store/claims.ts';

/** The service's own jobs, which may have all lanes. */
const OWN = '';

/** Whose job of one kind is next in this process: organizations in turn, none of them in all lanes. */
export class OrganizationTurns {
  readonly #most: number;
  readonly #running = new Map<string, number>();
  #last: string | undefined;

  constructor(lanes: number) {
    this.#most = Math.max(1, lanes - 1);
  }

  next(): Turn {
    const full = [...this.#running].filter(([id, jobs]) => id !== OWN && jobs >= this.#most);
    return { after: this.#last, without: full.map(([id]) => id) };
  }

  began(organizationId: string): void {
    this.#last = organizationId;
    this.#running.set(organizationId, (this.#running.get(organizationId) ?? 0) + 1);
  }

  ended(organizationId: string): void {
    const left = this.#running.get(organizationId)! - 1;
    if (left === 0) this.#running.delete(organizationId);
    else this.#running.set(organizationId, left);
  }
}
