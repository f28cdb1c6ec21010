import type { Block, ImageBlock } from '#engine';
import {
  countDocument,
  countImage,
  invalid,
  isAbsent,
  isObject,
  addDocument,
  addImage,
  readObject,
  readText,
  type CallParts,
  type MediaLocation,
  type MediaSource,
} from '#features/conversation';

const TEXT = new Set(['type', 'text']);
const IMAGE_URL = new Set(['url', 'detail']);
const IMAGE_FILE = new Set(['file_id', 'detail']);
const FILE_BY_ID = ['file_id'];
const FILE_WITH_DATA = ['filename', 'file_data'];
const DATA_URL = /^data:([^;,]{1,255})(?:;[^;,]{1,255}){0,8};base64,/i;

/** One part of a user message: text, picture or file (CHAT-87, D-34). */
export function parsePart(
  value: unknown,
  path: string,
  position: MediaLocation['position'],
  parts: CallParts,
): Block {
  const type = isObject(value) ? value['type'] : undefined;
  switch (type) {
    case 'text': {
      const { text } = readObject(value, path, TEXT);
      if (typeof text !== 'string') throw invalid(`${path}.text`, `${path}.text must be a string.`);
      return { type, text };
    }
    case 'image_url':
      return parseImageUrl(readPart(value, path, type), `${path}.image_url`, path, position, parts);
    case 'image_file':
      return parseImageFile(readPart(value, path, type), `${path}.image_file`, path, position, parts);
    case 'file':
      return parseFile(readPart(value, path, type), `${path}.file`, path, position, parts);
    default:
      throw invalid(`${path}.type`, `${path}.type must be text, image_url, image_file or file.`);
  }
}

/** What stands under the name of the part's type. */
function readPart(value: unknown, path: string, type: string): unknown {
  return readObject(value, path, new Set(['type', type]))[type];
}

function parseImageUrl(
  value: unknown,
  inner: string,
  path: string,
  position: MediaLocation['position'],
  parts: CallParts,
): ImageBlock {
  const { url, detail } = readObject(value, inner, IMAGE_URL);
  countImage(parts);
  const source = readUrl(url, `${inner}.url`);
  return addImage(
    source,
    { path, dataPath: `${inner}.url`, filePath: path, position },
    parts,
    readDetail(detail, `${inner}.detail`),
  );
}

function parseImageFile(
  value: unknown,
  inner: string,
  path: string,
  position: MediaLocation['position'],
  parts: CallParts,
): ImageBlock {
  const { file_id: id, detail } = readObject(value, inner, IMAGE_FILE);
  countImage(parts);
  const filePath = `${inner}.file_id`;
  const source: MediaSource = { type: 'file', fileId: readText(id, filePath) };
  return addImage(
    source,
    { path, dataPath: path, filePath, position },
    parts,
    readDetail(detail, `${inner}.detail`),
  );
}

function parseFile(
  value: unknown,
  inner: string,
  path: string,
  position: MediaLocation['position'],
  parts: CallParts,
): Block {
  const byId = isObject(value) && !isAbsent(value['file_id']);
  const [format, other] = byId ? [FILE_BY_ID, FILE_WITH_DATA] : [FILE_WITH_DATA, FILE_BY_ID];
  // Fields of the other form must be absent or null (D-09).
  const nothing = other.filter((name) => isObject(value) && isAbsent(value[name]));
  const file = readObject(value, inner, new Set([...format, ...nothing]));
  countDocument(parts);
  const at = { path, dataPath: `${inner}.file_data`, filePath: `${inner}.file_id`, position };
  if (byId)
    return addDocument(
      { type: 'file', fileId: readText(file['file_id'], at.filePath) },
      undefined,
      at,
      parts,
      false,
    );
  const title = readText(file['filename'], `${inner}.filename`);
  const source = readDataUrl(readText(file['file_data'], at.dataPath));
  if (!source)
    throw invalid(
      at.dataPath,
      `${at.dataPath} must be a data: URL in base64, such as data:application/pdf;base64,…`,
    );
  return addDocument(source, title, at, parts, false);
}

/** Content at an https: or a data: URL. */
export function readUrl(value: unknown, path: string): MediaSource {
  const url = readText(value, path);
  const source: MediaSource | undefined = /^https:/i.test(url) ? { type: 'url', url } : readDataUrl(url);
  if (!source) throw invalid(path, `${path} must be an https: URL or a data: URL in base64.`);
  return source;
}

/** What is in a data: URL; undefined where it is none in base64. */
export function readDataUrl(url: string): MediaSource | undefined {
  const [head, mediaType] = DATA_URL.exec(url) ?? [];
  return head === undefined || mediaType === undefined
    ? undefined
    : { type: 'base64', mediaType: mediaType.toLowerCase(), data: url.slice(head.length) };
}

/** `auto` is the default. */
function readDetail(value: unknown, path: string): ImageBlock['detail'] {
  if (isAbsent(value) || value === 'auto') return undefined;
  if (value !== 'low' && value !== 'high') throw invalid(path, `${path} must be auto, low or high.`);
  return value;
}
