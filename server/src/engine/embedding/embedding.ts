/** Texts to be turned into vectors. */
export interface EmbedRequest {
  /** At least one, none empty. */
  readonly inputs: readonly string[];
  /** Numbers per vector. */
  readonly dimensions: number;
}

/** What an engine makes of an `EmbedRequest`. Nobody has looked at the numbers yet. */
export interface RawEmbeddings {
  /** One per input in their order, as the engine says. */
  readonly vectors: readonly Float32Array[];
  /** Undefined where the engine did not count. */
  readonly inputTokens: number | undefined;
}

/**
 * What an engine may do beside generating. A promise and not a sink: an answer is whole or not there. Rejects with an
 * `EngineFault`, or with anything once `signal` was aborted.
 */
export interface Embedder {
  embed(request: EmbedRequest, model: string, signal: AbortSignal): Promise<RawEmbeddings>;
}
