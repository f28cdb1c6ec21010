import type { EngineEvent, EngineFault, TokenUsage } from '#engine';
import type { GenerationExchange, ResponseEncoder } from '#exchange';
import { messageHeaders } from '#features/messages';
import type { CompatDeps } from '../../base/compat-endpoint.ts';
import { ResponseObject } from './response-object.ts';
import { ResponseOutput } from './response-output.ts';

export type ResponseDeps = Pick<CompatDeps, 'errors' | 'history' | 'clock'>;

/** A response as one JSON object (COMPR-10). */
export class WholeResponse implements ResponseEncoder {
  readonly #exchange: GenerationExchange;
  readonly #deps: ResponseDeps;
  readonly #output: ResponseOutput;

  constructor(exchange: GenerationExchange, deps: ResponseDeps) {
    this.#exchange = exchange;
    this.#deps = deps;
    this.#output = new ResponseOutput(exchange, deps.history);
  }

  event(event: EngineEvent): void {
    this.#output.event(event);
  }

  /** Whole or not at all. */
  readonly delivered = false;

  flush(): boolean {
    return true;
  }

  finish(usage: TokenUsage): void {
    const { output, incomplete } = this.#output.end();
    const status = incomplete === null ? 'completed' : 'incomplete';
    const response = new ResponseObject(this.#exchange, this.#deps.clock);
    this.#exchange.sink.json(200, response.toJson({ status, output, usage, incomplete }), [
      'cache-control',
      'no-store',
      ...messageHeaders(this.#exchange),
    ]);
  }

  fail(cause: EngineFault | Error): void {
    this.#deps.errors.send(this.#exchange, cause);
  }

  cancel(): void {}
}
