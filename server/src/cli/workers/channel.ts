import type { Worker } from 'node:cluster';
import { describeError } from '#kit';
import { ownMessage } from '../explain-error.ts';
import { ControlRefusal } from '../../control/index.ts';

type Argument<Duty> = Duty extends (argument: infer A) => unknown ? A : never;
type Answer<Duty> = Duty extends (...given: never[]) => Promise<infer A> ? A : never;

type Message =
  | { readonly id: number; readonly duty: string; readonly argument: unknown }
  | { readonly id: number; readonly answer: unknown }
  | { readonly id: number; readonly refusal: string }
  | { readonly id: number; readonly failure: string };

/** The process at the other end is gone, or never was asked. */
export class ChannelLost extends Error {
  override readonly name = 'ChannelLost';
}

/** Questions and answers between a parent and one worker. Messages of one side arrive in the order they were sent. */
export class Channel<Own extends object, Theirs extends object> {
  readonly #end: Worker;
  readonly #own: Own;
  readonly #waiting = new Map<number, PromiseWithResolvers<unknown>>();
  #asked = 0;

  /** `end` is this process's end: a worker as its parent has it, or `cluster.worker` within the worker. */
  constructor(end: Worker, own: Own) {
    this.#end = end;
    this.#own = own;
    end.on('message', (message: Message) => this.#receive(message));
    end.on('disconnect', () => {
      for (const { reject } of this.#waiting.values()) reject(new ChannelLost());
      this.#waiting.clear();
    });
  }

  /** Rejects with a ControlRefusal where the other end has a sentence for it, else with an error of the same name, or ChannelLost. */
  ask<D extends keyof Theirs & string>(duty: D, argument?: Argument<Theirs[D]>): Promise<Answer<Theirs[D]>> {
    const id = ++this.#asked;
    const waiting = Promise.withResolvers<unknown>();
    this.#waiting.set(id, waiting);
    this.#send({ id, duty, argument });
    return waiting.promise as Promise<Answer<Theirs[D]>>;
  }

  #receive(message: Message): void {
    if ('duty' in message) {
      void this.#answer(message.id, message.duty, message.argument);
      return;
    }
    const waiting = this.#waiting.get(message.id);
    this.#waiting.delete(message.id);
    if ('refusal' in message) waiting?.reject(new ControlRefusal(message.refusal));
    else if ('failure' in message)
      waiting?.reject(Object.assign(new Error('A worker failed.'), { name: message.failure }));
    else waiting?.resolve(message.answer);
  }

  async #answer(id: number, duty: string, argument: unknown): Promise<void> {
    const handlers = this.#own as Record<string, (argument: unknown) => Promise<unknown>>;
    try {
      this.#send({ id, answer: await handlers[duty]!(argument) });
    } catch (error) {
      const refusal = ownMessage(error);
      this.#send(refusal === undefined ? { id, failure: describeError(error).class } : { id, refusal });
    }
  }

  #send(message: Message): void {
    if (!this.#end.isConnected()) return this.#lost(message.id);
    this.#end.send(message, (error: Error | null) => error && this.#lost(message.id));
  }

  #lost(id: number): void {
    this.#waiting.get(id)?.reject(new ChannelLost());
    this.#waiting.delete(id);
  }
}
