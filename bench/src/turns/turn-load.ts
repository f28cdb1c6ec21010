import type { LoadTarget } from '../load/job.ts';
import { RequestConnection, type AnswerLog } from '../load/request-connection.ts';
import { Requests } from '../load/requests.ts';

/**
 * Keeps a number of requests under way at one contender, whenever it has its turn. Between its turns the connections stay open and
 * nothing is under way.
 */
export class TurnLoad implements AnswerLog {
  readonly #requests: Requests;
  readonly #connections: readonly RequestConnection[];
  #idle: RequestConnection[] = [];
  #running = false;
  #answers = 0;
  #wanted = Infinity;
  #drained: () => void = () => undefined;

  constructor(target: LoadTarget, connections: number) {
    this.#requests = new Requests(target);
    this.#connections = Array.from(
      { length: connections },
      () => new RequestConnection(target.port, this, (connection) => this.#onIdle(connection)),
    );
  }

  answered(status: number): void {
    if (status !== 200) throw new Error(`an answer had status ${status}`);
    this.#answers++;
  }

  broke(): void {
    throw new Error('a connection ended before its answer did');
  }

  /** Asks until the time is over or there are as many answers, waits for those under way, and says how many there were. */
  async turn({ ms, answers }: { readonly ms?: number; readonly answers?: number }): Promise<number> {
    this.#answers = 0;
    this.#wanted = answers ?? Infinity;
    this.#running = true;
    const timer = ms === undefined ? undefined : setTimeout(() => this.#end(), ms);
    const drained = new Promise<void>((resolve) => (this.#drained = resolve));
    for (const connection of this.#idle.splice(0)) this.#ask(connection);
    await drained;
    clearTimeout(timer);
    return this.#answers;
  }

  close(): void {
    for (const connection of this.#connections) connection.close();
  }

  #onIdle(connection: RequestConnection): void {
    if (this.#answers >= this.#wanted) this.#running = false;
    if (this.#running) return this.#ask(connection);
    this.#idle.push(connection);
    this.#end();
  }

  #ask(connection: RequestConnection): void {
    connection.start(this.#requests.take(), performance.now());
  }

  #end(): void {
    this.#running = false;
    if (this.#idle.length === this.#connections.length) this.#drained();
  }
}
