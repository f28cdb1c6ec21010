import { ApiError } from '@svc/contract';
import type { ImageBlock } from '#engine';
import type { PendingContent } from '#exchange';
import { toImageType } from '#kit';
import { need, type CallParts } from './call-parts.ts';
import { invalid } from './fields.ts';
import { decodedBytes, sniffImageType } from './image-type.ts';

/** As it stands in a body: what is base64 is not decoded yet. */
export type MediaSource =
  | Exclude<PendingContent['source'], { type: 'base64' }>
  | { readonly type: 'base64'; readonly mediaType: string; readonly data: string };

/** Where a picture or document stands in the body, by which it is refused, and where it belongs. */
export interface MediaLocation {
  /** Of the block or part. */
  readonly path: string;
  /** Of its base64 text. */
  readonly dataPath: string;
  /** Of the id of its file. */
  readonly filePath: string;
  readonly position: PendingContent['position'];
}

/** Fills the position of content that is still to be fetched or read. */
const PLACEHOLDER: ImageBlock = { type: 'image', mediaType: 'image/png', data: '' };

export function countImage(parts: CallParts): void {
  if (++parts.images > parts.limits.images)
    throw invalid('messages', `A request may hold at most ${parts.limits.images} images.`);
}

export function countDocument(parts: CallParts): void {
  if (++parts.documents > parts.limits.documents)
    throw invalid('messages', `A request may hold at most ${parts.limits.documents} documents.`);
}

/** The image, or a placeholder until it is fetched; then it is noted in `parts.pending`. */
export function addImage(
  source: MediaSource,
  at: MediaLocation,
  parts: CallParts,
  detail?: ImageBlock['detail'],
): ImageBlock {
  need(parts, 'vision', 'unsupported_content', at.path);
  const hint = detail === undefined ? {} : { detail };
  if (source.type === 'base64') return { ...toImage(source, at, parts.limits.imageBytes), ...hint };
  const { path, filePath, position } = at;
  parts.pending.push({ kind: 'image', path, filePath, title: undefined, source, position, ...hint });
  return PLACEHOLDER;
}

/** A placeholder: a document is read into text later, whatever its source, and noted in `parts.pending`. */
export function addDocument(
  source: MediaSource,
  title: string | undefined,
  { path, filePath, position }: MediaLocation,
  parts: CallParts,
  citable: boolean,
): ImageBlock {
  need(parts, 'documents', 'unsupported_content', path);
  parts.pending.push({
    kind: 'document',
    path,
    filePath,
    title,
    source,
    position,
    ...(citable ? { citable: { documentIndex: parts.documents - 1 } } : {}),
  });
  return PLACEHOLDER;
}

/** Its type must be what it says it is, and one of the four that are read (D-53). */
function toImage(
  { mediaType, data }: Extract<MediaSource, { type: 'base64' }>,
  { path, dataPath }: MediaLocation,
  mostBytes: number,
): ImageBlock {
  const bytes = decodedBytes(data);
  if (bytes === undefined)
    throw invalid(dataPath, `${dataPath} must be base64 with padding and without line breaks.`);
  const type = sniffImageType(data);
  if (type === undefined || type !== toImageType(mediaType) || bytes > mostBytes) {
    throw new ApiError('unsupported_content', {
      param: path,
      message: `An image must be PNG, JPEG, WebP or GIF, of the media_type it names and of at most ${mostBytes} bytes.`,
    });
  }
  return { type: 'image', mediaType: type, data };
}
