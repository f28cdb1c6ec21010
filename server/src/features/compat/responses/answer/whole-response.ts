import type { EngineEvent, EngineFault, TokenUsage } from '#engine';
import type { GenerationExchange, ResponseEncoder } from '#exchange';
import { messageHeaders } from '#features/messages';
import type { CompatDeps } from '../../base/compat-endpoint.ts';
import { KeptOutput } from '../items/kept-output.ts';
import type { ResponseItems } from '../items/response-items.ts';
import { ResponseObject } from './response-object.ts';
import { ResponseOutput } from './response-output.ts';

export interface ResponseDeps extends Pick<CompatDeps, 'errors' | 'history' | 'clock'> {
  readonly items: ResponseItems;
}

/** A response as one JSON object (COMPR-10). */
export class WholeResponse implements ResponseEncoder {
  readonly #exchange: GenerationExchange;
  readonly #deps: ResponseDeps;
  readonly #output: ResponseOutput;
  readonly #kept: KeptOutput;
  readonly #object: Pick<ResponseObject, 'toJson'>;

  constructor(
    exchange: GenerationExchange,
    deps: ResponseDeps,
    object: Pick<ResponseObject, 'toJson'> = new ResponseObject(exchange, deps.clock),
  ) {
    this.#exchange = exchange;
    this.#object = object;
    this.#deps = deps;
    this.#kept = new KeptOutput(exchange, deps.items);
    this.#output = new ResponseOutput(exchange, { history: deps.history, kept: this.#kept });
  }

  event(event: EngineEvent): void {
    this.#output.event(event);
  }

  /** Whole or not at all. */
  readonly delivered = false;

  flush(): boolean {
    return true;
  }

  finish(usage: TokenUsage): void | Promise<void> {
    const { output, incomplete } = this.#output.end();
    const status = incomplete === null ? 'completed' : 'incomplete';
    const send = (store: boolean): void => {
      this.#exchange.sink.json(200, this.#object.toJson({ status, output, usage, incomplete, store }), [
        'cache-control',
        'no-store',
        ...messageHeaders(this.#exchange),
      ]);
    };
    const written = this.#kept.write();
    if (typeof written === 'boolean') return send(written);
    return written.then((store) => (this.#exchange.disconnected ? undefined : send(store)));
  }

  fail(cause: EngineFault | Error): void {
    this.#deps.errors.send(this.#exchange, cause);
  }

  cancel(): void {}
}
