import type { EngineEvent, EngineFault, TokenUsage } from '#engine';
import type { EventSink, GenerationExchange, KeepAlive, ResponseEncoder } from '#exchange';
import { messageHeaders } from '#features/messages';
import { KeptOutput } from '../items/kept-output.ts';
import type { OutputEvents } from './output-events.ts';
import { ResponseObject } from './response-object.ts';
import { ResponseOutput } from './response-output.ts';
import type { ResponseDeps } from './whole-response.ts';

interface Failure {
  readonly error: { readonly message: string };
}

/** A response as named server-sent events (COMPR-12). */
export class StreamedResponse implements ResponseEncoder {
  readonly #exchange: GenerationExchange;
  readonly #errors: ResponseDeps['errors'];
  readonly #stream: EventSink;
  readonly #response: ResponseObject;
  readonly #output: ResponseOutput;
  readonly #kept: KeptOutput;
  readonly #events: OutputEvents = {
    event: (type, fields) => this.#write(type, `${JSON.stringify(fields).slice(1, -1)},`),
    delta: (opening, chunk) =>
      this.#stream.add(
        `${opening}${JSON.stringify(chunk)},"sequence_number":${this.#sequence++}}\n\n`,
        false,
      ),
  };
  #begun = false;
  #sequence = 0;

  constructor(
    exchange: GenerationExchange,
    { errors, history, clock, keepAlive, items }: ResponseDeps & { readonly keepAlive: KeepAlive },
  ) {
    this.#exchange = exchange;
    this.#errors = errors;
    this.#stream = exchange.sink.events(keepAlive, () => messageHeaders(exchange), {
      // Clients take whatever comes first for the response.
      open: () => this.#begin(),
      // Not a comment, which some clients do not count, and no event that others take for the reply's (COMPR-16).
      word: () => this.#toEvent('keepalive', ''),
    });
    this.#response = new ResponseObject(exchange, clock);
    this.#kept = new KeptOutput(exchange, items);
    this.#output = new ResponseOutput(exchange, { history, kept: this.#kept, events: this.#events });
  }

  event(event: EngineEvent): void {
    if (event.type !== 'stop') this.#begin();
    this.#output.event(event);
  }

  get delivered(): boolean {
    return this.#stream.begun;
  }

  flush(): boolean {
    return this.#stream.flush();
  }

  finish(usage: TokenUsage): void | Promise<void> {
    this.#begin();
    const { output, incomplete } = this.#output.end();
    const status = incomplete === null ? 'completed' : 'incomplete';
    const end = (store: boolean): void => {
      this.#state(status, this.#response.toJson({ status, output, usage, incomplete, store }));
      this.#stream.end();
    };
    const written = this.#kept.write();
    if (typeof written === 'boolean') return end(written);
    // Only the final event waits for the items (COMPR-21).
    this.#stream.flush();
    return written.then((store) => (this.#exchange.disconnected ? this.cancel() : end(store)));
  }

  fail(cause: EngineFault | Error): void {
    // What was generated but not written yet is dropped, so that the failure can keep its status.
    if (!this.#stream.begun) return this.#errors.send(this.#exchange, cause);
    const { error } = JSON.parse(this.#errors.late(this.#exchange, cause)) as Failure;
    const output = this.#output.broken;
    const state = {
      status: 'failed',
      output,
      usage: undefined,
      store: false,
      failure: error.message,
    } as const;
    this.#state('failed', this.#response.toJson(state));
    this.#stream.endBroken();
  }

  cancel(): void {
    this.#stream.cancel();
  }

  #begin(): void {
    if (this.#begun) return;
    this.#begun = true;
    const response = this.#response.toJson({
      status: 'in_progress',
      output: [],
      usage: undefined,
      store: this.#kept.isWanted,
    });
    this.#state('created', response);
    this.#state('in_progress', response);
  }

  #state(name: string, response: string): void {
    this.#write(`response.${name}`, `"response":${response},`);
  }

  #write(type: string, fields: string): void {
    this.#stream.add(this.#toEvent(type, fields), false);
  }

  /** `fields`: JSON that stands between the type and the number, with its comma. */
  #toEvent(type: string, fields: string): string {
    return `event: ${type}\ndata: {"type":"${type}",${fields}"sequence_number":${this.#sequence++}}\n\n`;
  }
}
