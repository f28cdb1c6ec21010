import type { EmbeddingsEndpoint, ErrorRendering } from '#exchange';
import { embeddingsEndpoint, type EmbeddingsSettings } from '#features/embeddings';

/** `POST /compat/openai/v1/embeddings`: our own, which has the same form, with a body that is read leniently (COMPO-13). */
export function openAiEmbeddingsEndpoint(
  settings: () => EmbeddingsSettings,
  errors: ErrorRendering,
): EmbeddingsEndpoint {
  return {
    ...embeddingsEndpoint(settings, errors),
    parser: () => ({ name: 'openai_embeddings', settings: settings().limits }),
  };
}
