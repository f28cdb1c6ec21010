import type { Block, ImageBlock } from '#engine';
import { need, type CallParts } from './call-parts.ts';
import { invalid, isAbsent, readFlag, readObject, readText, type Fields } from './fields.ts';
import {
  countDocument,
  countImage,
  addDocument,
  addImage,
  type MediaLocation,
  type MediaSource,
} from './pending-media.ts';

const IMAGE = new Set(['type', 'source']);
const DOCUMENT = new Set(['type', 'source', 'title', 'citations']);
const CITATIONS = new Set(['enabled']);
const SOURCES = {
  url: new Set(['type', 'url']),
  base64: new Set(['type', 'media_type', 'data']),
  file: new Set(['type', 'file_id']),
};

type Position = MediaLocation['position'];

/** An image block (MSG-28). */
export function parseImage(block: Fields, path: string, position: Position, parts: CallParts): ImageBlock {
  readObject(block, path, IMAGE);
  countImage(parts);
  return addImage(readSource(block['source'], `${path}.source`), inBlock(path, position), parts);
}

/** A document block (MSG-29). */
export function parseDocument(block: Fields, path: string, position: Position, parts: CallParts): Block {
  readObject(block, path, DOCUMENT);
  countDocument(parts);
  const { title, citations } = block;
  if (!isAbsent(title) && typeof title !== 'string')
    throw invalid(`${path}.title`, `${path}.title must be a string.`);
  const source = readSource(block['source'], `${path}.source`);
  const citable = readCitations(citations, `${path}.citations`, parts);
  return addDocument(source, title ?? undefined, inBlock(path, position), parts, citable);
}

function inBlock(path: string, position: Position): MediaLocation {
  return { path, dataPath: `${path}.source.data`, filePath: `${path}.source.file_id`, position };
}

/** All documents of a request are cited, or none (D-42). */
function readCitations(value: unknown, path: string, parts: CallParts): boolean {
  const enabled = isAbsent(value)
    ? false
    : (readFlag(readObject(value, path, CITATIONS)['enabled'], `${path}.enabled`) ?? false);
  if ((parts.citations ?? enabled) !== enabled)
    throw invalid(path, 'citations.enabled must be the same on all documents of a request.');
  parts.citations = enabled;
  if (enabled) need(parts, 'citations', 'unsupported_parameter', path);
  return enabled;
}

function readSource(value: unknown, path: string): MediaSource {
  const type = readObject(value, path, new Set([...SOURCES.url, ...SOURCES.base64, ...SOURCES.file]))['type'];
  if (type !== 'url' && type !== 'base64' && type !== 'file')
    throw invalid(`${path}.type`, `${path}.type must be url, base64 or file.`);
  const source = readObject(value, path, SOURCES[type]);
  const text = (name: string): string => readText(source[name], `${path}.${name}`);
  if (type === 'url') return { type, url: text('url') };
  if (type === 'file') return { type, fileId: text('file_id') };
  return { type, mediaType: text('media_type'), data: text('data') };
}
