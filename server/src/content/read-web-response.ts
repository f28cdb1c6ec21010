import { declaredFormat, documentShape } from './document-type.ts';
import type { Requester } from './fair-slots.ts';
import { readText } from './read-text.ts';
import { DocumentFault, type DocumentReader } from './reader/document-reader.ts';
import type { PageReading } from './reader/reader-protocol.ts';

export interface WebResponse {
  readonly bytes: Uint8Array;
  /** `content-type` as received. */
  readonly contentType: string | undefined;
}

const PAGES: ReadonlySet<string> = new Set(['text/html', 'application/xhtml+xml']);
const STRUCTURED_TEXT = /^application\/(?:[\w.-]+\+)?(?:json|xml|yaml)$/;
const ENCODING = /;\s*charset\s*=\s*"?([^\s";]+)/i;

function encodingOf(contentType: string): string | undefined {
  const label = ENCODING.exec(contentType)?.[1];
  try {
    return label === undefined ? undefined : new TextDecoder(label).encoding;
  } catch {
    return undefined;
  }
}

/**
 * Extracts the readable text of a web server's response: pages, PDF and Office files in the reading process,
 * other text as it is. Undefined for every other media type. Throws DocumentFault, and what the reader
 * throws.
 */
export async function readWebResponse(
  response: WebResponse,
  reader: DocumentReader,
  requester: Requester,
): Promise<PageReading | undefined> {
  const { bytes, contentType = 'text/html' } = response;
  const mediaType = (contentType.split(';', 1)[0] ?? '').trim().toLowerCase();
  const encoding = encodingOf(contentType);
  if (PAGES.has(mediaType)) return reader.readPage(bytes, encoding, requester);
  const format = STRUCTURED_TEXT.test(mediaType) ? 'text' : declaredFormat(mediaType);
  if (format === undefined) return undefined;
  if (format === 'text') return { title: null, text: await readText(bytes, encoding) };
  const shape = documentShape(bytes);
  if (shape !== 'pdf' && shape !== 'zip') throw new DocumentFault('unreadable');
  const { pages } = await reader.read(bytes, shape, requester);
  return { title: null, text: pages.map(({ text }) => text).join('\n\n') };
}
