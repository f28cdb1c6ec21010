import { ApiError } from '@svc/contract';
import { BodyQueue, type QueueLimits } from './body-queue.ts';

/** A body whose turn is to come. */
export interface WaitingBody {
  readonly tenant: string;
  /** Memory that what is made of it may take, reserved before it is. */
  readonly bytes: number;
}

/** Limits how many bodies are worked on at once, from their parsing to their answer. Tenants take turns. */
export class BodyTurns {
  readonly #concurrency: number;
  readonly #queue = new BodyQueue<(done: () => void) => void>();
  #running = 0;

  constructor(concurrency: number) {
    this.#concurrency = concurrency;
  }

  /** Rejects with `temporarily_unavailable` when too much is reserved. */
  async run<Result>(
    { tenant, bytes }: WaitingBody,
    limits: QueueLimits,
    work: () => Promise<Result>,
  ): Promise<Result> {
    const { promise: turn, resolve } = Promise.withResolvers<() => void>();
    if (!this.#queue.add(tenant, bytes, resolve, limits)) throw new ApiError('temporarily_unavailable');
    this.#next();
    const done = await turn;
    try {
      return await work();
    } finally {
      done();
      this.#running--;
      this.#next();
    }
  }

  #next(): void {
    if (this.#running >= this.#concurrency) return;
    const next = this.#queue.take();
    if (!next) return;
    this.#running++;
    next.item(next.done);
  }
}
