/** Headers, contents and paddings of a tar file come in blocks of this size. */
export const BLOCK_BYTES = 512;
const NAME_BYTES = 100;
/** Eleven octal digits. No file of a backup comes near. */
const MAX_BYTES = 8 ** 11 - 1;

export interface TarHeader {
  /** Path in the archive, with a slash at the end for a directory. */
  readonly name: string;
  readonly sizeBytes: number;
}

/** A header as every tar reads it (POSIX ustar). Throws a RangeError for what does not fit into one. */
export function encodeHeader({ name, sizeBytes }: TarHeader): Buffer {
  if (Buffer.byteLength(name) > NAME_BYTES || sizeBytes > MAX_BYTES)
    throw new RangeError(`${name} with ${sizeBytes} bytes does not fit into an archive`);
  const isDirectory = name.endsWith('/');
  const block = Buffer.alloc(BLOCK_BYTES);
  block.write(name, 0);
  block.write(isDirectory ? '0000700\0' : '0000600\0', 100);
  block.write('0000000\0'.repeat(2), 108);
  block.write(`${octal(sizeBytes, 11)}\0`, 124);
  block.write(`${octal(0, 11)}\0`, 136);
  block.write(isDirectory ? '5' : '0', 156);
  block.write('ustar\u000000', 257);
  block.write(`${octal(checksumOf(block), 6)}\0 `, 148);
  return block;
}

/** Undefined for a block that is no header of ours. */
export function decodeHeader(block: Buffer): TarHeader | undefined {
  const name = textAt(block, 0, NAME_BYTES);
  const sizeBytes = Number.parseInt(textAt(block, 124, 12), 8);
  const header = { name, sizeBytes };
  if (name === '' || !(sizeBytes >= 0) || sizeBytes > MAX_BYTES) return undefined;
  return encodeHeader(header).equals(block) ? header : undefined;
}

/** Zeros that fill the last block of a content. */
export function paddingBytes(sizeBytes: number): number {
  return (BLOCK_BYTES - (sizeBytes % BLOCK_BYTES)) % BLOCK_BYTES;
}

/** The sum of all bytes, those of the checksum itself taken as spaces. */
function checksumOf(block: Buffer): number {
  let sum = 8 * 0x20;
  for (const [place, byte] of block.entries()) if (place < 148 || place >= 156) sum += byte;
  return sum;
}

function octal(value: number, digits: number): string {
  return value.toString(8).padStart(digits, '0');
}

function textAt(block: Buffer, start: number, bytes: number): string {
  return block.toString('latin1', start, start + bytes).split('\0', 1)[0]!;
}
