import type { KeepAlive } from '../keep-alive.ts';
import type { EventSink, ResponseSink, Silence } from '../response-sink.ts';
import { HttpEventStream } from './http-event-stream.ts';
import type { HttpExchange } from './http-exchange.ts';
import { baseHeaders, sendJson } from './send-json.ts';
import { writeChunks } from './write-chunks.ts';

/** Writes a request's response to its connection. */
export class HttpSink implements ResponseSink {
  readonly #exchange: HttpExchange;
  #stream: HttpEventStream | undefined;

  constructor(exchange: HttpExchange) {
    this.#exchange = exchange;
  }

  get begun(): boolean {
    return this.#exchange.response.headersSent;
  }

  get status(): number | undefined {
    const { response } = this.#exchange;
    return response.headersSent ? response.statusCode : undefined;
  }

  json(status: number, body: string, headers: readonly string[]): void {
    // It failed before its first event, and must not bridge a silence that is over.
    this.#stream?.cancel();
    sendJson(this.#exchange, status, body, headers);
  }

  chunks(headers: readonly string[], chunks: Iterator<Buffer>): void {
    const { response } = this.#exchange;
    response.writeHead(200, [...baseHeaders(this.#exchange), 'content-type', 'application/json', ...headers]);
    // Only a client that leaves can make this fail. Whatever the cause, a partial response must not look
    // complete.
    writeChunks(response, chunks).catch(() => response.destroy());
  }

  events(keepAlive: KeepAlive, headers: () => readonly string[], silence?: Silence): EventSink {
    return (this.#stream = new HttpEventStream(this.#exchange, keepAlive, headers, silence));
  }

  destroy(): void {
    this.#stream?.cancel();
    this.#exchange.response.destroy();
  }
}
