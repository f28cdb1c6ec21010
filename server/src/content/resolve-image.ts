import { toImageType } from '#kit';
import type { ImagePart, ResolvedImage } from './content-part.ts';
import { readImageHeader } from './image-header.ts';

import { estimateImageTokens } from './image-tokens.ts';
import { unsupported } from './refusals.ts';
import { sourceBytes, type SourceContext } from './source-bytes.ts';

/**
 * Checks an image by its bytes. Throws 400 `unsupported_content` for other types and for a wrong declared
 * type.
 */
export async function resolveImage(part: ImagePart, context: SourceContext): Promise<ResolvedImage> {
  const { source, path } = part;
  const bytes = await sourceBytes(part, context);
  const header = readImageHeader(bytes);
  if (header === undefined)
    throw unsupported(path, 'The image cannot be read. Send a PNG, JPEG, WebP or GIF image.');
  if (source.type === 'base64' && toImageType(source.mediaType) !== header.mediaType)
    throw unsupported(
      path,
      'The image does not match its media_type. Set media_type to the actual type of the data.',
    );
  return {
    kind: 'image',
    ...header,
    bytes,
    tokens: estimateImageTokens(header.widthPixels, header.heightPixels),
  };
}
