/**
 * Runs the changes of one organization one after another on this node. They would wait for each other in the database too, but
 * there each holds a connection meanwhile: a single busy organization could leave none for the others.
 */
export class InTurn {
  readonly #last = new Map<string, Promise<unknown>>();

  run<T>(organizationId: string, work: () => Promise<T>): Promise<T> {
    const before = this.#last.get(organizationId) ?? Promise.resolve();
    const turn = before.then(work, work);
    this.#last.set(organizationId, turn);
    const done = (): void => {
      if (this.#last.get(organizationId) === turn) this.#last.delete(organizationId);
    };
    turn.then(done, done);
    return turn;
  }
}
