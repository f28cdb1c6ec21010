import type { UncountedEmbeddings } from '#exchange';
import { isObject } from '#features/conversation';
import { parseEmbeddingsRequest, type EmbeddingsLimits } from '#features/embeddings';
import { given } from '../base/is-empty.ts';
import { shortenText } from '../base/shorten-text.ts';

/** A body of OpenAI's embeddings (COMPO-13). Unknown fields are ignored. Pure, so that it runs on any thread. */
export function parseOpenAiEmbeddings(body: unknown, limits: EmbeddingsLimits): UncountedEmbeddings {
  const { model, input, encoding_format, dimensions, user } = isObject(body) ? body : {};
  const name = given(user);
  return parseEmbeddingsRequest(
    {
      model,
      input,
      encoding_format: given(encoding_format),
      dimensions: given(dimensions),
      user: typeof name === 'string' ? shortenText(name, limits.endUserIdCharacters) : undefined,
    },
    limits,
  );
}
