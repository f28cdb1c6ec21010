/** One embeddings request in its pipeline. */
export interface EmbeddingsCall {
  /** As the caller named it. */
  readonly requestedModel: string;
  /** At least one, none empty. */
  readonly inputs: readonly string[];
  /** One count per input. */
  readonly inputTokens: readonly number[];
  /** Numbers per vector. */
  readonly dimensions: number;
  readonly encoding: 'float' | 'base64';
  readonly inputType: 'document' | 'query';
  /** The caller's end user, stored with the usage. */
  readonly endUserId: string | undefined;
}
