import { closeSync, constants, openSync, readSync } from 'node:fs';
import { open } from 'node:fs/promises';

const MAX_SMALL_FILE_BYTES = 1024 * 1024;
/** A pipe without a writer is empty. Opened as usual, it would keep the process waiting for one. */
const FLAGS = constants.O_RDONLY | constants.O_NONBLOCK;

/** A file of keys or settings as text. Throws as `readFileSync` does, and for more than a megabyte. */
export function readSmallFileSync(path: string): string {
  const file = openSync(path, FLAGS);
  try {
    const buffer = Buffer.allocUnsafe(MAX_SMALL_FILE_BYTES + 1);
    let length = 0;
    for (;;) {
      const bytes = readSync(file, buffer, length, buffer.length - length, null);
      if (bytes === 0) return buffer.toString('utf8', 0, length);
      length += bytes;
      if (length > MAX_SMALL_FILE_BYTES) throw tooLarge();
    }
  } finally {
    closeSync(file);
  }
}

/** The same without blocking other work. */
export async function readSmallFile(path: string): Promise<string> {
  await using file = await open(path, FLAGS);
  const buffer = Buffer.allocUnsafe(MAX_SMALL_FILE_BYTES + 1);
  let length = 0;
  for (;;) {
    const { bytesRead } = await file.read(buffer, length, buffer.length - length, null);
    if (bytesRead === 0) return buffer.toString('utf8', 0, length);
    length += bytesRead;
    if (length > MAX_SMALL_FILE_BYTES) throw tooLarge();
  }
}

/** With the code that the system has for it, which is what operators are told. */
function tooLarge(): Error {
  return Object.assign(new Error('the file is larger than a megabyte'), { code: 'EFBIG' });
}
