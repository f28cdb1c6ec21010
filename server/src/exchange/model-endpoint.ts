import type { AnswerFace } from './answer-face.ts';
import type { EmbeddingsCall } from './embeddings-call.ts';
import type { Exchange } from './exchange.ts';
import type { InferenceCall } from './inference-call.ts';

/** What one request shape brings to the inference pipeline: its wire in, its wire out, its limits. */
export interface ModelEndpoint<Parsed = InferenceCall> {
  /** Largest body, bytes. Read per request, so that a reload applies to requests that arrive after it. */
  bodyLimitBytes(): number;
  /** The parsed body as a call, or the contract's refusal. Of the exchange only what is known by then: its flags. */
  parse(body: unknown, exchange: Exchange): Parsed;
  /** Reads and parses bodies too large for the thread that serves others. Undefined: this one is not. */
  parseElsewhere?(bytes: Buffer): Promise<Parsed> | undefined;
  /** What only a look at who calls can tell of a call (the rest of step 10). May put another call in its place. */
  checkCall?(exchange: Exchange): void | Promise<void>;
  /** Puts what the body only names into the conversation, once the model is known to read it. */
  fetchContent?(exchange: Exchange): void | Promise<void>;
  /** The wire form of one answer. */
  answer(exchange: Exchange): AnswerFace;
}

/** Large inputs are counted elsewhere, so parsing may wait. */
export type EmbeddingsEndpoint = ModelEndpoint<Promise<EmbeddingsCall>>;
