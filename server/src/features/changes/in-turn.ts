/**
 * Runs the changes of one organization one after another on this node. They would wait for each other in the database too, but
 * there each holds a connection meanwhile: a single busy organization could leave none for the others.
 */
export class InTurn {
  readonly #last = new Map<string, Promise<void>>();

  async run<T>(organizationId: string, work: () => Promise<T>): Promise<T> {
    const before = this.#last.get(organizationId);
    const { promise: over, resolve } = Promise.withResolvers<void>();
    this.#last.set(organizationId, over);
    await before;
    try {
      return await work();
    } finally {
      resolve();
      if (this.#last.get(organizationId) === over) this.#last.delete(organizationId);
    }
  }
}
