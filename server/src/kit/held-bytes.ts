/** Bytes that are held in all, and by each of those they are counted for. Nothing is kept of who holds none. */
export class HeldBytes {
  readonly #byTenant = new Map<string, number>();
  #total = 0;

  get total(): number {
    return this.#total;
  }

  of(tenant: string): number {
    return this.#byTenant.get(tenant) ?? 0;
  }

  /** Counts bytes for every one of the tenants, and once in all. Fewer than zero: they are given back. */
  add(tenants: readonly string[], bytes: number): void {
    for (const tenant of tenants) {
      const held = this.of(tenant) + bytes;
      if (held > 0) this.#byTenant.set(tenant, held);
      else this.#byTenant.delete(tenant);
    }
    this.#total += bytes;
  }
}
