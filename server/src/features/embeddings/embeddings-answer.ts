import type { EngineEvent, EngineFault, TokenUsage } from '#engine';
import { baseHeaders, type AnswerFace, type ErrorRendering, type Exchange } from '#exchange';
import { encodeAnswer } from './encode-answer.ts';
import { writeInTurns } from './write-in-turns.ts';

/** An embeddings answer: one JSON object, written in pieces because it may have tens of megabytes. */
export class EmbeddingsAnswer implements AnswerFace {
  readonly #exchange: Exchange;
  readonly #errors: ErrorRendering;
  #vectors: readonly Float32Array[] = [];

  constructor(exchange: Exchange, errors: ErrorRendering) {
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
    const { response, admission, embeddings } = this.#exchange;
    const vectors = this.#vectors;
    this.#vectors = [];
    const headers = [...baseHeaders(this.#exchange), 'content-type', 'application/json', 'cache-control', 'no-store'];
    headers.push('x-svc-billing-source', admission.reservation!.source);
    response.writeHead(200, headers);
    const pieces = encodeAnswer({ model: admission.model.id, vectors, encoding: embeddings.encoding, usage });
    // Nothing in it can fail but a client that leaves; were it otherwise, half an answer must not look whole.
    writeInTurns(response, pieces).catch(() => response.destroy());
  }

  fail(cause: EngineFault | Error): void {
    this.#errors.send(this.#exchange, cause);
  }

  cancel(): void {
    this.#vectors = [];
  }
}
