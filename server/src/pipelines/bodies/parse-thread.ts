import { setImmediate } from 'node:timers/promises';
import { MessageChannel, receiveMessageOnPort, type MessagePort } from 'node:worker_threads';
import { ApiError } from '@svc/contract';
import { toError } from '#exchange';
import { WorkerHost } from '#threads';
import { SlicedBody, type BodySlice, type DividedBody } from './body-slices.ts';
import { BodyQueue, type QueueLimits } from './body-queue.ts';
import type { ParseResult, ParseJob } from './parse-worker.ts';

/**
 * Parses large bodies on a separate thread, one at a time with tenants taking turns, and receives each result
 * in slices: parsing 32 MB of JSON would block streams for too long, and so would deserializing the result in
 * one chunk.
 */
export class ParseThread {
  readonly #queue = new BodyQueue<(done: () => void) => void>();
  readonly #host = new WorkerHost<ParseJob, ParseResult>({
    module: new URL('./parse-worker.ts', import.meta.url),
    purpose: 'parses large bodies',
  });
  #busy = false;

  /**
   * Transfers the bytes, so that this thread can no longer read them. `heldBytes` count towards the limits: those of the body, or what
   * is made of it. Rejects with the body's refusal, or with `temporarily_unavailable` when too much is waiting.
   */
  async parse(
    tenant: string,
    job: Omit<ParseJob, 'slices'>,
    limits: QueueLimits,
    heldBytes: number = job.bytes.length,
  ): Promise<DividedBody> {
    const done = await this.#turn(tenant, heldBytes, limits);
    const { port1, port2 } = new MessageChannel();
    try {
      // Safe to transfer: a body that is large has a buffer of its own, and a smaller one was copied. Others share Node's pool.
      const transfer = [job.bytes.buffer as ArrayBuffer, port2];
      const result = await this.#host.call({ ...job, slices: port2 }, transfer).finally(() => this.#next());
      if (result === 'parsed') return await takeOver(port1);
      if ('refused' in result) throw toError(result);
      throw new Error(`parsing a large body failed: ${result.failure}`);
    } finally {
      port1.close();
      done();
    }
  }

  close(): Promise<void> {
    return this.#host.stop();
  }

  #turn(tenant: string, bytes: number, limits: QueueLimits): Promise<() => void> {
    const { promise, resolve } = Promise.withResolvers<() => void>();
    if (!this.#queue.add(tenant, bytes, resolve, limits)) throw new ApiError('temporarily_unavailable');
    if (!this.#busy) this.#next();
    return promise;
  }

  #next(): void {
    const next = this.#queue.take();
    this.#busy = next !== undefined;
    next?.item(next.done);
  }
}

/** Receives one slice at a time and yields to other work in between. */
async function takeOver(port: MessagePort): Promise<DividedBody> {
  const body = new SlicedBody();
  for (;;) {
    const received = receiveMessageOnPort(port);
    if (!received) return body.whole();
    body.take(received.message as BodySlice);
    await setImmediate();
  }
}
