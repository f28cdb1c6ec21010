import type { Block, ImageBlock } from '#engine';
import { readDataUrl, readUrl } from '#features/chat';
import {
  addDocument,
  addImage,
  countDocument,
  countImage,
  invalid,
  isObject,
  readList,
  type CallParts,
  type Fields,
  type MediaLocation,
  type MediaSource,
} from '#features/conversation';
import { given } from '../../base/is-empty.ts';

type Position = MediaLocation['position'];

/** One part of what a user says (COMPR-06). */
export function parseInputPart(part: unknown, path: string, position: Position, parts: CallParts): Block {
  const type = isObject(part) ? part['type'] : undefined;
  if (isObject(part) && type === 'input_image') return parseImagePart(part, path, position, parts);
  if (isObject(part) && type === 'input_file') return parseFilePart(part, path, position, parts);
  return { type: 'text', text: readTextPart(part, path) };
}

/** A text, or parts of text and of refusals joined in order. Nothing is an empty text. */
export function readTexts(content: unknown, path: string): string {
  if (typeof content === 'string') return content;
  return readList(given(content), path)
    .map((part, i) => readTextPart(part, `${path}[${i}]`))
    .join('');
}

/** The text of one part. `path`: of the part. */
export function readTextPart(part: unknown, path: string): string {
  const { type, text, refusal } = isObject(part) ? part : {};
  const value =
    type === 'refusal' ? refusal : type === 'input_text' || type === 'output_text' ? text : undefined;
  if (typeof value !== 'string')
    throw invalid(
      path,
      `${path} must be a part that may stand here, such as {"type":"input_text","text":"…"}.`,
    );
  return value;
}

export function parseImagePart(
  { image_url: url, file_id: id, detail }: Fields,
  path: string,
  position: Position,
  parts: CallParts,
): ImageBlock {
  countImage(parts);
  const at = { path, dataPath: `${path}.image_url`, filePath: `${path}.file_id`, position };
  const source: MediaSource =
    typeof id === 'string' && id !== '' ? { type: 'file', fileId: id } : readUrl(url, at.dataPath);
  return addImage(source, at, parts, detail === 'low' || detail === 'high' ? detail : undefined);
}

export function parseFilePart(part: Fields, path: string, position: Position, parts: CallParts): Block {
  countDocument(parts);
  const at = { path, dataPath: `${path}.file_data`, filePath: `${path}.file_id`, position };
  const name = given(part['filename']);
  const title = typeof name === 'string' ? name : undefined;
  return addDocument(readFile(part, path), title, at, parts, false);
}

function readFile(part: Fields, path: string): MediaSource {
  const { file_id: id, file_url: url, file_data: data } = part;
  if (typeof id === 'string' && id !== '') return { type: 'file', fileId: id };
  if (given(url) !== undefined) return readUrl(url, `${path}.file_url`);
  const source = typeof data === 'string' ? readDataUrl(data) : undefined;
  if (!source)
    throw invalid(
      `${path}.file_data`,
      `${path}.file_data must be a data: URL in base64, such as data:application/pdf;base64,…`,
    );
  return source;
}
