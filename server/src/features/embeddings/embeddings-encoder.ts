import type { EngineEvent, EngineFault, TokenUsage } from '#engine';
import type { EmbeddingsExchange, ErrorRendering, ResponseEncoder } from '#exchange';
import { encodeEmbeddings } from './encode-embeddings.ts';

/** An embeddings answer: one JSON object, written in chunks because it may have tens of megabytes. */
export class EmbeddingsEncoder implements ResponseEncoder {
  readonly #exchange: EmbeddingsExchange;
  readonly #errors: ErrorRendering;
  #vectors: readonly Float32Array[] = [];

  constructor(exchange: EmbeddingsExchange, errors: ErrorRendering) {
    this.#exchange = exchange;
    this.#errors = errors;
  }

  /** Whole or not at all. */
  readonly delivered = false;

  event(event: EngineEvent): void {
    if (event.type === 'embeddings') this.#vectors = event.vectors;
  }

  flush(): boolean {
    return true;
  }

  finish(usage: TokenUsage): void {
    const { sink, admission, embeddings } = this.#exchange;
    const vectors = this.#vectors;
    this.#vectors = [];
    const headers = ['cache-control', 'no-store', 'x-svc-billing-source', admission.reservation.source];
    sink.chunks(
      headers,
      encodeEmbeddings({ model: admission.model.id, vectors, encoding: embeddings.encoding, usage }),
    );
  }

  fail(cause: EngineFault | Error): void {
    this.#errors.send(this.#exchange, cause);
  }

  cancel(): void {
    this.#vectors = [];
  }
}
