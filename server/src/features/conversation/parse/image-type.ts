import type { ImageMediaType } from '#engine';

/** Enough base64 for the first 16 bytes, in whole groups of four. */
const HEAD_CHARACTERS = 24;

function startsWith(bytes: Buffer, text: string, at = 0): boolean {
  return bytes.toString('latin1', at, at + text.length) === text;
}

/** The type of an image by its first bytes; what a caller calls it is no proof (D-53). `data`: base64. */
export function sniffImageType(data: string): ImageMediaType | undefined {
  const bytes = Buffer.from(data.slice(0, HEAD_CHARACTERS), 'base64');
  if (startsWith(bytes, '\x89PNG\r\n\x1a\n')) return 'image/png';
  if (startsWith(bytes, '\xff\xd8\xff')) return 'image/jpeg';
  if (startsWith(bytes, 'GIF87a') || startsWith(bytes, 'GIF89a')) return 'image/gif';
  return startsWith(bytes, 'RIFF') && startsWith(bytes, 'WEBP', 8) ? 'image/webp' : undefined;
}

const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;

/** Size of what base64 text stands for, in bytes; undefined when it is not base64 with its padding. Decodes nothing. */
export function decodedBytes(data: string): number | undefined {
  if (data.length % 4 !== 0 || !BASE64.test(data)) return undefined;
  const padding = data.endsWith('==') ? 2 : data.endsWith('=') ? 1 : 0;
  return (data.length / 4) * 3 - padding;
}
