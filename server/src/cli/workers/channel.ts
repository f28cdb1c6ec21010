import type { Worker } from 'node:cluster';
import { describeError } from '#kit';
import { ownMessage } from '../explain-error.ts';
import { ControlRefusal } from '../../control/index.ts';

type Argument<Method> = Method extends (argument: infer A) => unknown ? A : never;
type Result<Method> = Method extends (...given: never[]) => Promise<infer A> ? A : never;

type Message =
  | { readonly id: number; readonly method: string; readonly argument: unknown }
  | { readonly id: number; readonly result: unknown }
  | { readonly id: number; readonly refusal: string }
  | { readonly id: number; readonly failure: string };

/** The process at the other end is gone, or never was asked. */
export class ChannelLost extends Error {
  override readonly name = 'ChannelLost';
}

/** Remote calls between a parent and one worker, in both directions. Messages of one side arrive in the order they were sent. */
export class Channel<LocalHandlers extends object, RemoteHandlers extends object> {
  readonly #end: Worker;
  readonly #handlers: LocalHandlers;
  readonly #waiting = new Map<number, PromiseWithResolvers<unknown>>();
  #calls = 0;

  /** `end` is this process's end: a worker as its parent has it, or `cluster.worker` within the worker. */
  constructor(end: Worker, handlers: LocalHandlers) {
    this.#end = end;
    this.#handlers = handlers;
    end.on('message', (message: Message) => this.#receive(message));
    end.on('disconnect', () => {
      for (const { reject } of this.#waiting.values()) reject(new ChannelLost());
      this.#waiting.clear();
    });
  }

  /** Rejects with a ControlRefusal where the other end has a sentence for it, else with an error of the same name, or ChannelLost. */
  call<M extends keyof RemoteHandlers & string>(
    method: M,
    argument?: Argument<RemoteHandlers[M]>,
  ): Promise<Result<RemoteHandlers[M]>> {
    const id = ++this.#calls;
    const waiting = Promise.withResolvers<unknown>();
    this.#waiting.set(id, waiting);
    this.#send({ id, method, argument });
    return waiting.promise as Promise<Result<RemoteHandlers[M]>>;
  }

  #receive(message: Message): void {
    if ('method' in message) {
      void this.#handle(message.id, message.method, message.argument);
      return;
    }
    const waiting = this.#waiting.get(message.id);
    this.#waiting.delete(message.id);
    if ('refusal' in message) waiting?.reject(new ControlRefusal(message.refusal));
    else if ('failure' in message)
      waiting?.reject(Object.assign(new Error('A worker failed.'), { name: message.failure }));
    else waiting?.resolve(message.result);
  }

  async #handle(id: number, method: string, argument: unknown): Promise<void> {
    const handlers = this.#handlers as Record<string, (argument: unknown) => Promise<unknown>>;
    try {
      this.#send({ id, result: await handlers[method]!(argument) });
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
