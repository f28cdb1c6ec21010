import type { LoadTarget } from '../load/job.ts';
import { RequestConnection, type ResponseLog } from '../load/request-connection.ts';
import { Requests } from '../load/requests.ts';

/**
 * Keeps a number of requests under way at one contender, whenever it has its turn. Between its turns the connections stay open and
 * nothing is under way.
 */
export class TurnLoad implements ResponseLog {
  readonly #requests: Requests;
  readonly #connections: readonly RequestConnection[];
  readonly #idle = new Set<RequestConnection>();
  #underWay = 0;
  #running = false;
  #responses = 0;
  #wanted = Infinity;
  #drained: () => void = () => undefined;

  constructor(target: LoadTarget, connections: number) {
    this.#requests = new Requests(target);
    this.#connections = Array.from(
      { length: connections },
      () =>
        new RequestConnection(
          target.port,
          this,
          (connection) => this.#onIdle(connection),
          (connection) => this.#idle.delete(connection),
        ),
    );
  }

  onResponse(status: number): void {
    if (status !== 200) throw new Error(`an answer had status ${status}`);
    this.#underWay--;
    this.#responses++;
  }

  /** A server may close a connection that was idle for other contenders' turns just when it is used. */
  broke(): void {
    this.#underWay--;
    this.#notifyWhenDrained();
  }

  /** Asks until the time is over or there are as many answers, waits for those under way, and says how many there were. */
  async turn({ ms, responses }: { readonly ms?: number; readonly responses?: number }): Promise<number> {
    this.#responses = 0;
    this.#wanted = responses ?? Infinity;
    this.#running = true;
    const timer = ms === undefined ? undefined : setTimeout(() => this.#end(), ms);
    const drained = new Promise<void>((resolve) => (this.#drained = resolve));
    for (const connection of this.#idle) this.#ask(connection);
    this.#idle.clear();
    await drained;
    clearTimeout(timer);
    return this.#responses;
  }

  close(): void {
    for (const connection of this.#connections) connection.close();
  }

  #onIdle(connection: RequestConnection): void {
    if (this.#responses >= this.#wanted) this.#running = false;
    if (this.#running) return this.#ask(connection);
    this.#idle.add(connection);
    this.#notifyWhenDrained();
  }

  #ask(connection: RequestConnection): void {
    this.#underWay++;
    connection.start(this.#requests.take(), performance.now());
  }

  #end(): void {
    this.#running = false;
    this.#notifyWhenDrained();
  }

  #notifyWhenDrained(): void {
    if (!this.#running && this.#underWay === 0) this.#drained();
  }
}
