import type { EmbeddingsCall } from './embeddings-call.ts';
import type { InferenceCall } from './inference-call.ts';
import type { Refusal } from './refusal.ts';

export type EmbeddingsOptions = Omit<EmbeddingsCall, 'requestedModel' | 'inputs' | 'inputTokens'>;

/** An embeddings body before its texts were counted, which takes long. */
export interface UncountedEmbeddings extends Pick<EmbeddingsCall, 'requestedModel' | 'inputs'> {
  /** What stands behind `input` in the field table. Its refusal comes after those of the counts (D-62). */
  readonly options: EmbeddingsOptions | Refusal;
}

/** What the parsers of bodies make of them, by their names. */
export interface ParsedBodies {
  readonly chat: InferenceCall;
  readonly messages: InferenceCall;
  readonly embeddings: UncountedEmbeddings;
  /** Checked by the schema of an operation. */
  readonly operation: unknown;
}

/** A parser and its settings, as plain data: on which thread it runs depends on the size of the body. */
export interface BodyParser<Name extends keyof ParsedBodies = keyof ParsedBodies> {
  readonly name: Name;
  readonly settings: object;
}
