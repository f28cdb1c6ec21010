import { ApiError } from '@svc/contract';
import type { Block, ImageBlock } from '#engine';
import type { PendingContent } from '#exchange';
import { need, type CallParts } from './call-parts.ts';
import { invalid, isAbsent, readFlag, readObject, readText, type Fields } from './fields.ts';
import { decodedBytes, sniffImageType } from './image-type.ts';

const IMAGE = new Set(['type', 'source']);
const DOCUMENT = new Set(['type', 'source', 'title', 'citations']);
const CITATIONS = new Set(['enabled']);
const SOURCES = {
  url: new Set(['type', 'url']),
  base64: new Set(['type', 'media_type', 'data']),
  file: new Set(['type', 'file_id']),
};

type Source = PendingContent['source'];

type Place = PendingContent['place'];

/** Stands in the place of what is not there yet. */
const PLACEHOLDER: ImageBlock = { type: 'image', mediaType: 'image/png', data: '' };

/** An image block (MSG-28). What the body only names leaves its place to be filled. */
export function parseImage(block: Fields, path: string, place: Place, parts: CallParts): ImageBlock {
  readObject(block, path, IMAGE);
  if (++parts.images > parts.limits.images) throw invalid('messages', `A request may hold at most ${parts.limits.images} images.`);
  const source = readSource(block['source'], `${path}.source`);
  need(parts, 'vision', 'unsupported_content', path);
  if (source.type === 'base64') return toImage(source, path, parts.limits.imageBytes);
  parts.pending.push({ kind: 'image', path, title: undefined, source, place });
  return PLACEHOLDER;
}

/** A document block (MSG-29). Becomes text elsewhere, whatever its source. */
export function parseDocument(block: Fields, path: string, place: Place, parts: CallParts): Block {
  readObject(block, path, DOCUMENT);
  if (++parts.documents > parts.limits.documents)
    throw invalid('messages', `A request may hold at most ${parts.limits.documents} documents.`);
  const { title, citations } = block;
  if (!isAbsent(title) && typeof title !== 'string') throw invalid(`${path}.title`, `${path}.title must be a string.`);
  const source = readSource(block['source'], `${path}.source`);
  const citable = readCitations(citations, `${path}.citations`, parts);
  const cited = citable ? { citable: { documentIndex: parts.documents - 1 } } : {};
  parts.pending.push({ kind: 'document', path, title: title ?? undefined, source, place, ...cited });
  return PLACEHOLDER;
}

/** All documents of a request are cited, or none (D-42). */
function readCitations(value: unknown, path: string, parts: CallParts): boolean {
  const enabled = isAbsent(value) ? false : (readFlag(readObject(value, path, CITATIONS)['enabled'], `${path}.enabled`) ?? false);
  if ((parts.citations ?? enabled) !== enabled) throw invalid(path, 'citations.enabled must be the same on all documents of a request.');
  parts.citations = enabled;
  if (enabled) need(parts, 'citations', 'unsupported_parameter', path);
  return enabled;
}

function readSource(value: unknown, path: string): Source {
  const type = readObject(value, path, new Set([...SOURCES.url, ...SOURCES.base64, ...SOURCES.file]))['type'];
  if (type !== 'url' && type !== 'base64' && type !== 'file') throw invalid(`${path}.type`, `${path}.type must be url, base64 or file.`);
  const source = readObject(value, path, SOURCES[type]);
  const text = (name: string): string => readText(source[name], `${path}.${name}`);
  if (type === 'url') return { type, url: text('url') };
  if (type === 'file') return { type, fileId: text('file_id') };
  return { type, mediaType: text('media_type'), data: text('data') };
}

/** Its type must be what it says it is, and one of the four that are read (D-53). */
function toImage({ mediaType, data }: Extract<Source, { type: 'base64' }>, path: string, mostBytes: number): ImageBlock {
  const bytes = decodedBytes(data);
  if (bytes === undefined) throw invalid(`${path}.source.data`, `${path}.source.data must be base64 with padding and without line breaks.`);
  const type = sniffImageType(data);
  if (type === undefined || type !== mediaType || bytes > mostBytes) {
    throw new ApiError('unsupported_content', {
      param: path,
      message: `An image must be PNG, JPEG, WebP or GIF, of the media_type it names and of at most ${mostBytes} bytes.`,
    });
  }
  return { type: 'image', mediaType: type, data };
}
