export type ImageMediaType = 'image/png' | 'image/jpeg' | 'image/webp' | 'image/gif';

/** What an image's first bytes say about it. */
export interface ImageHeader {
  readonly mediaType: ImageMediaType;
  readonly widthPixels: number;
  readonly heightPixels: number;
}

type Size = readonly [width: number, height: number];

const PNG_SIGNATURE = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
const MAX_JPEG_HEADER_BYTES = 1_048_576;

function startsWith(bytes: Buffer, text: string, at = 0): boolean {
  return bytes.toString('latin1', at, at + text.length) === text;
}

/** Start-of-frame markers: C0 to CF except DHT, JPG and DAC. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
}

/** Walks the segments to the frame, which follows EXIF data, colour profiles and thumbnails. */
function jpegSize(bytes: Buffer): Size | undefined {
  const end = Math.min(bytes.length, MAX_JPEG_HEADER_BYTES) - 9;
  let at = 2;
  while (at <= end) {
    if (bytes[at] !== 0xff) return undefined;
    const marker = bytes[at + 1] ?? 0;
    if (isFrame(marker)) return [bytes.readUInt16BE(at + 7), bytes.readUInt16BE(at + 5)];
    // Fill bytes, and markers without a length; a scan must not precede a frame.
    if (marker === 0xff) at += 1;
    else if (marker === 0x01) at += 2;
    else if (marker === 0xda || marker === 0xd9 || marker < 0xc0) return undefined;
    else at += 2 + bytes.readUInt16BE(at + 2);
  }
  return undefined;
}

/** Lossy, lossless and extended files store their size in different places. */
function webpSize(bytes: Buffer): Size | undefined {
  if (bytes.length < 30) return undefined;
  if (startsWith(bytes, 'VP8X', 12)) return [bytes.readUIntLE(24, 3) + 1, bytes.readUIntLE(27, 3) + 1];
  if (startsWith(bytes, 'VP8 ', 12) && bytes.readUIntBE(23, 3) === 0x9d012a)
    return [bytes.readUInt16LE(26) & 0x3fff, bytes.readUInt16LE(28) & 0x3fff];
  if (!startsWith(bytes, 'VP8L', 12) || bytes[20] !== 0x2f) return undefined;
  const bits = bytes.readUInt32LE(21);
  return [(bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1];
}

function measure(bytes: Buffer): readonly [ImageMediaType, Size | undefined] | undefined {
  if (bytes.subarray(0, 16).equals(PNG_SIGNATURE))
    return ['image/png', bytes.length < 24 ? undefined : [bytes.readUInt32BE(16), bytes.readUInt32BE(20)]];
  if (startsWith(bytes, 'GIF87a') || startsWith(bytes, 'GIF89a'))
    return ['image/gif', bytes.length < 10 ? undefined : [bytes.readUInt16LE(6), bytes.readUInt16LE(8)]];
  if (startsWith(bytes, 'RIFF') && startsWith(bytes, 'WEBP', 8)) return ['image/webp', webpSize(bytes)];
  if (bytes.length > 3 && bytes.readUIntBE(0, 3) === 0xffd8ff) return ['image/jpeg', jpegSize(bytes)];
  return undefined;
}

/**
 * Reads type and size of a PNG, JPEG, WebP or GIF from its bytes alone. Undefined for anything else, for a
 * broken header, and for an image of size zero. Never decodes pixels.
 */
export function readImageHeader(image: Uint8Array): ImageHeader | undefined {
  const [mediaType, size] = measure(Buffer.from(image.buffer, image.byteOffset, image.byteLength)) ?? [];
  if (mediaType === undefined || size === undefined || size[0] === 0 || size[1] === 0) return undefined;
  return { mediaType, widthPixels: size[0], heightPixels: size[1] };
}
