import { setImmediate } from 'node:timers/promises';
import { MessageChannel, receiveMessageOnPort, Worker, type MessagePort } from 'node:worker_threads';
import { ApiError } from '@svc/contract';
import type { InferenceCall } from '#exchange';
import { SlicedCall, type CallSlice } from './call-slices.ts';
import type { ParseAnswer, ParseJob } from './parse-worker.ts';

/** Bodies from here on are parsed elsewhere: a smaller one takes a few milliseconds at the most. */
const LARGE_BYTES = 262_144;
/** Bytes that wait or are being parsed. Beyond this a body is refused: it would wait for seconds. */
const WAITING_LIMIT_BYTES = 268_435_456;

export type ParseSettings = Pick<ParseJob, 'depthLimit' | 'identityInstruction' | 'limits'>;

interface Waiting {
  readonly bytes: number;
  readonly answer: (answer: ParseAnswer) => void;
  readonly fail: (error: Error) => void;
}

/**
 * Parses large bodies on a thread of its own, one after the other, and takes the calls over slice by slice: reading 32 MB
 * of JSON takes longer than any stream should wait, and so does taking over what came of it in one piece.
 */
export class ParseThread {
  readonly #waiting = new Map<number, Waiting>();
  #waitingBytes = 0;
  #nextId = 0;
  #worker: Worker | undefined;

  /** Undefined for a body that is not large. Rejects with the body's refusal, or with `temporarily_unavailable`. */
  parse(bytes: Buffer, settings: ParseSettings): Promise<InferenceCall> | undefined {
    if (bytes.length < LARGE_BYTES) return undefined;
    if (this.#waitingBytes + bytes.length > WAITING_LIMIT_BYTES) throw new ApiError('temporarily_unavailable');
    return this.#parse(bytes, settings);
  }

  async close(): Promise<void> {
    await this.#worker?.terminate();
  }

  async #parse(bytes: Buffer, settings: ParseSettings): Promise<InferenceCall> {
    const { port1, port2 } = new MessageChannel();
    try {
      const { refusal, failure } = await this.#ask(bytes, port2, settings);
      if (refusal) throw new ApiError(refusal.name, refusal.options);
      if (failure !== undefined) throw new Error(`parsing a large body failed: ${failure}`);
      return await takeOver(port1);
    } finally {
      port1.close();
    }
  }

  #ask(bytes: Buffer, slices: MessagePort, settings: ParseSettings): Promise<ParseAnswer> {
    const id = this.#nextId++;
    const { depthLimit, identityInstruction, limits } = settings;
    const { promise, resolve, reject } = Promise.withResolvers<ParseAnswer>();
    this.#waiting.set(id, { bytes: bytes.length, answer: resolve, fail: reject });
    this.#waitingBytes += bytes.length;
    // Only whole buffers can be handed over; a part of a shared one is copied.
    const own = bytes.byteLength === bytes.buffer.byteLength ? (bytes as Uint8Array<ArrayBuffer>) : Uint8Array.from(bytes);
    this.#worker ??= this.#start();
    this.#worker.postMessage({ id, bytes: own, slices, depthLimit, identityInstruction, limits } satisfies ParseJob, [own.buffer, slices]);
    return promise;
  }

  #start(): Worker {
    const worker = new Worker(new URL('./parse-worker.ts', import.meta.url));
    worker.on('message', (answer: ParseAnswer) => this.#settle(answer.id)?.answer(answer));
    worker.on('error', () => this.#abandon(worker));
    worker.on('exit', () => this.#abandon(worker));
    // Whoever waits for it has a connection that keeps the process alive.
    worker.unref();
    return worker;
  }

  #settle(id: number): Waiting | undefined {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    this.#waitingBytes -= waiting?.bytes ?? 0;
    return waiting;
  }

  /** Those who waited for a thread that ended are told; the next large body starts another. */
  #abandon(ended: Worker): void {
    if (this.#worker !== ended) return;
    this.#worker = undefined;
    for (const id of this.#waiting.keys()) this.#settle(id)?.fail(new Error('the thread that parses large bodies ended'));
  }
}

/** One slice at a time, with a turn for everybody else in between. */
async function takeOver(port: MessagePort): Promise<InferenceCall> {
  const call = new SlicedCall();
  for (;;) {
    const received = receiveMessageOnPort(port);
    if (!received) return call.whole();
    call.take(received.message as CallSlice);
    await setImmediate();
  }
}
