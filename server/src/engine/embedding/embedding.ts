/** Texts to embed. */
export interface EmbedRequest {
  /** At least one, none empty. */
  readonly inputs: readonly string[];
  /** Numbers per vector. */
  readonly dimensions: number;
  /** What the texts are for, where a model tells the two apart. Absent: to be found. */
  readonly inputType?: 'document' | 'query';
  /** Whose call it is: tenants take turns where responses are parsed. Never sent to a server. */
  readonly tenant?: string;
  /** Sent to engines elsewhere, if the call is traced. */
  readonly traceparent?: string;
}

/** An engine's response to an `EmbedRequest`, not validated yet. */
export interface RawEmbeddings {
  /** One per input, in the engine's order. */
  readonly vectors: readonly Float32Array[];
  /** Undefined if the engine did not count. */
  readonly inputTokens: number | undefined;
}

/**
 * Optional embedding support of an engine. Returns a promise instead of using a sink, because a response is
 * complete or absent. Rejects with an `EngineFault`, or with anything once `signal` is aborted.
 */
export interface Embedder {
  embed(request: EmbedRequest, model: string, signal: AbortSignal): Promise<RawEmbeddings>;
}
