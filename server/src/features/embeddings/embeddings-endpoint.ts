import type { EmbeddingsEndpoint, ErrorRendering } from '#exchange';
import { EmbeddingsEncoder } from './embeddings-encoder.ts';
import { countEmbeddings, type EmbeddingsLimits } from './parse-embeddings-request.ts';

/** The deployment's settings embeddings read, as they stand when a request arrives. */
export interface EmbeddingsSettings {
  readonly bodyLimitBytes: number;
  readonly limits: EmbeddingsLimits;
}

/** `POST /v1/embeddings` (inference contract §2.8). */
export function embeddingsEndpoint(
  settings: () => EmbeddingsSettings,
  errors: ErrorRendering,
): EmbeddingsEndpoint {
  return {
    bodyLimitBytes: () => settings().bodyLimitBytes,
    parser: () => ({ name: 'embeddings', settings: settings().limits }),
    count: (body, tenant) => countEmbeddings(body, settings().limits, tenant),
    encoder: (exchange) => new EmbeddingsEncoder(exchange, errors),
  };
}
