import { setImmediate } from 'node:timers/promises';
import { MessageChannel, receiveMessageOnPort, Worker, type MessagePort } from 'node:worker_threads';
import { ApiError } from '@svc/contract';
import { toError } from '#exchange';
import { SlicedBody, type BodySlice, type DividedBody } from './body-slices.ts';
import { BodyQueue, type QueueLimits } from './body-queue.ts';
import type { ParseAnswer, ParseJob } from './parse-worker.ts';

/**
 * Parses large bodies on a separate thread, one at a time with parties taking turns, and receives each result
 * in slices: parsing 32 MB of JSON would block streams for too long, and so would deserializing the result in
 * one piece.
 */
export class ParseThread {
  readonly #queue = new BodyQueue<(done: () => void) => void>();
  /** Resolves with the result of the body being parsed. */
  #asked: PromiseWithResolvers<ParseAnswer> | undefined;
  #busy = false;
  #worker: Worker | undefined;

  /**
   * Transfers the bytes, so that this thread can no longer read them. `heldBytes` count towards the limits: those of the body, or what
   * is made of it. Rejects with the body's refusal, or with `temporarily_unavailable` when too much is waiting.
   */
  async parse(
    party: string,
    job: Omit<ParseJob, 'slices'>,
    limits: QueueLimits,
    heldBytes: number = job.bytes.length,
  ): Promise<DividedBody> {
    const done = await this.#turn(party, heldBytes, limits);
    const { port1, port2 } = new MessageChannel();
    try {
      const answer = await this.#ask({ ...job, slices: port2 }).finally(() => this.#next());
      if (answer === 'parsed') return await takeOver(port1);
      if ('refused' in answer) throw toError(answer);
      throw new Error(`parsing a large body failed: ${answer.failure}`);
    } finally {
      port1.close();
      done();
    }
  }

  async close(): Promise<void> {
    await this.#worker?.terminate();
  }

  #turn(party: string, bytes: number, limits: QueueLimits): Promise<() => void> {
    const { promise, resolve } = Promise.withResolvers<() => void>();
    if (!this.#queue.add(party, bytes, resolve, limits)) throw new ApiError('temporarily_unavailable');
    if (!this.#busy) this.#next();
    return promise;
  }

  #next(): void {
    const next = this.#queue.take();
    this.#busy = next !== undefined;
    next?.item(next.done);
  }

  #ask(job: ParseJob): Promise<ParseAnswer> {
    this.#asked = Promise.withResolvers();
    this.#worker ??= this.#start();
    // Safe to transfer: a body that is large has a buffer of its own, and a smaller one was copied. Others share Node's pool.
    this.#worker.postMessage(job, [job.bytes.buffer as ArrayBuffer, job.slices]);
    return this.#asked.promise;
  }

  #start(): Worker {
    const worker = new Worker(new URL('./parse-worker.ts', import.meta.url));
    worker.on('message', (answer: ParseAnswer) => this.#asked?.resolve(answer));
    worker.on('error', () => this.#abandon(worker));
    worker.on('exit', () => this.#abandon(worker));
    // A waiting caller has a connection, which keeps the process alive.
    worker.unref();
    return worker;
  }

  /** Rejects the bodies of a thread that ended; the next large body starts a new thread. */
  #abandon(ended: Worker): void {
    if (this.#worker !== ended) return;
    this.#worker = undefined;
    this.#asked?.reject(new Error('the thread that parses large bodies ended'));
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
