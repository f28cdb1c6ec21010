import { setImmediate } from 'node:timers/promises';
import { DOCUMENT_CHARACTERS_LIMIT } from './content-part.ts';
import { DocumentFault } from './reader/document-fault.ts';

const BYTE_ORDER_MARKS = [
  { mark: Buffer.from([0xff, 0xfe]), encoding: 'utf-16le' },
  { mark: Buffer.from([0xfe, 0xff]), encoding: 'utf-16be' },
] as const;
/** Takes a few milliseconds; a whole file would block the event loop for fifty. */
const SLICE_BYTES = 2_097_152;

/**
 * Decodes a plain text file: UTF-8 or the given `encoding`, or UTF-16 with a byte order mark. Throws
 * DocumentFault `unreadable` for other, binary or blank content, and `too_large` beyond a document's limit.
 */
export async function readText(bytes: Uint8Array, encoding = 'utf-8'): Promise<string> {
  const marked = BYTE_ORDER_MARKS.find(({ mark }) => mark.equals(bytes.subarray(0, 2)));
  const decoder = new TextDecoder(marked?.encoding ?? encoding, { fatal: true });
  const decode = (slice?: Uint8Array): string => {
    try {
      return decoder.decode(slice, { stream: slice !== undefined });
    } catch {
      throw new DocumentFault('unreadable');
    }
  };
  let text = '';
  for (let at = 0; at < bytes.length; at += SLICE_BYTES) {
    const chunk = decode(bytes.subarray(at, at + SLICE_BYTES));
    if (chunk.includes('\0')) throw new DocumentFault('unreadable');
    text += chunk;
    if (text.length > DOCUMENT_CHARACTERS_LIMIT) throw new DocumentFault('too_large');
    await setImmediate();
  }
  text += decode();
  if (text.trim() === '') throw new DocumentFault('unreadable');
  return text;
}
