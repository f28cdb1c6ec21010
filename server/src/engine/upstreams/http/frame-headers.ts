import { EngineFault } from '../../events.ts';

/** Types of header values: the bytes of each, and those whose length stands before them. */
const FIXED_BYTES: Readonly<Record<number, number>> = { 0: 0, 1: 0, 2: 1, 3: 2, 4: 4, 5: 8, 8: 8, 9: 16 };
const BYTES_TYPE = 6;
const TEXT_TYPE = 7;

/** The headers of a frame whose values are text; others are of no use here. Throws `EngineFault` for headers that are cut. */
export function readFrameHeaders(bytes: Buffer): ReadonlyMap<string, string> {
  const headers = new Map<string, string>();
  let at = 0;
  const take = (length: number): number => {
    const start = at;
    at += length;
    if (at > bytes.length) throw new EngineFault('broken');
    return start;
  };
  while (at < bytes.length) {
    const nameBytes = bytes[take(1)]!;
    const nameAt = take(nameBytes);
    const type = bytes[take(1)]!;
    const hasLength = type === BYTES_TYPE || type === TEXT_TYPE;
    const valueBytes = hasLength ? bytes.readUInt16BE(take(2)) : FIXED_BYTES[type];
    if (valueBytes === undefined) throw new EngineFault('broken');
    const valueAt = take(valueBytes);
    if (type !== TEXT_TYPE) continue;
    const name = bytes.toString('utf8', nameAt, nameAt + nameBytes);
    headers.set(name, bytes.toString('utf8', valueAt, valueAt + valueBytes));
  }
  return headers;
}
