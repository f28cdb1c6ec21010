import { spendMonth } from '#features/spend-limits';

/** A scope's spend in the loaded month, or its limit. `scopesOf` names the scopes. */
export interface ScopeAmount {
  readonly scope: string;
  readonly nanos: number;
}

export interface SpendState {
  readonly spent: readonly ScopeAmount[];
  readonly limits: readonly ScopeAmount[];
  /** Ids of the groups each member is in. */
  readonly groupsByMember: ReadonlyMap<string, readonly string[]>;
}

/** A key as a scope of spend. */
export function keyScope(keyId: string): string {
  return `key:${keyId}`;
}

/** One organization's credit spend in this calendar month, and its limits (inference contract §8, D-87). */
export class CreditSpend {
  #monthS = 0;
  #spent = new Map<string, number>();
  readonly #held = new Map<string, number>();
  /** By scope. */
  #limits: ReadonlyMap<string, number> = new Map();
  #groupsByMember: ReadonlyMap<string, readonly string[]> = new Map();

  /** Every scope that a member's request in a workspace counts against, in the order of D-84; `budgetKeyId`: the key, if it has a budget. */
  scopesOf(userId: string, workspaceId: string | null, budgetKeyId: string | null): string[] {
    const scopes = ['organization', `member:${userId}`];
    for (const group of this.#groupsByMember.get(userId) ?? []) scopes.push(`group:${group}`);
    if (workspaceId !== null) scopes.push(`workspace:${workspaceId}`);
    if (budgetKeyId !== null) scopes.push(keyScope(budgetKeyId));
    return scopes;
  }

  /** The first of these scopes whose limit is reached by recorded spend plus running requests' holds. */
  findReached(scopes: readonly string[], nowMs: number): string | undefined {
    return this.limitedOf(scopes).find((scope) => this.left(scope, nowMs) <= 0);
  }

  /** The scopes that have a limit. */
  limitedOf(scopes: readonly string[]): string[] {
    return this.#limits.size === 0 ? [] : scopes.filter((scope) => this.#limits.has(scope));
  }

  /** What a scope's limit leaves after recorded spend and holds. Infinite without a limit. */
  left(scope: string, nowMs: number): number {
    this.#enterMonth(nowMs);
    return (this.#limits.get(scope) ?? Infinity) - (this.#spent.get(scope) ?? 0) - this.held(scope);
  }

  held(scope: string): number {
    return this.#held.get(scope) ?? 0;
  }

  hold(scopes: readonly string[], nanos: number): void {
    for (const scope of scopes) this.#held.set(scope, (this.#held.get(scope) ?? 0) + nanos);
  }

  release(scopes: readonly string[], nanos: number): void {
    for (const scope of scopes) {
      const left = (this.#held.get(scope) ?? 0) - nanos;
      if (left > 0) this.#held.set(scope, left);
      else this.#held.delete(scope);
    }
  }

  /** Records the cost of a request admitted at `admittedAtMs`. Spend of an earlier month is ignored. */
  spend(scopes: readonly string[], nanos: number, admittedAtMs: number): void {
    this.#enterMonth(admittedAtMs);
    if (spendMonth(admittedAtMs).startS < this.#monthS) return;
    for (const scope of scopes) this.#spent.set(scope, (this.#spent.get(scope) ?? 0) + nanos);
  }

  /**
   * Replaces the known figures with the database's for the month around `nowMs`. Returns whether the limits
   * changed.
   */
  reset(state: SpendState, nowMs: number): boolean {
    const before = this.#limits;
    this.#monthS = spendMonth(nowMs).startS;
    this.#spent = new Map(state.spent.map(({ scope, nanos }) => [scope, nanos]));
    this.#limits = new Map(state.limits.map(({ scope, nanos }) => [scope, nanos]));
    this.#groupsByMember = state.groupsByMember;
    return (
      before.size !== this.#limits.size ||
      !state.limits.every(({ scope, nanos }) => before.get(scope) === nanos)
    );
  }

  #enterMonth(nowMs: number): void {
    const { startS } = spendMonth(nowMs);
    if (startS <= this.#monthS) return;
    this.#monthS = startS;
    this.#spent.clear();
  }
}
