/**
 * Runs work on the same subject one after another on this node. It would wait for each other in the database too, but there each
 * holds a connection meanwhile: a single busy subject could leave none for the others.
 */
export class KeyedMutex {
  readonly #last = new Map<string, Promise<void>>();

  async run<T>(subject: string, work: () => Promise<T>): Promise<T> {
    const before = this.#last.get(subject);
    const { promise: over, resolve } = Promise.withResolvers<void>();
    this.#last.set(subject, over);
    await before;
    try {
      return await work();
    } finally {
      resolve();
      if (this.#last.get(subject) === over) this.#last.delete(subject);
    }
  }
}
