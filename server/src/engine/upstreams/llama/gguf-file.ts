import { open } from 'node:fs/promises';

const MAGIC = 'GGUF';

/** Whether the file begins with the GGUF magic. Rejects with the system's error when it cannot be read. */
export async function isGgufFile(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(MAGIC.length), 0, MAGIC.length, 0);
    return buffer.toString('latin1', 0, bytesRead) === MAGIC;
  } finally {
    await file.close();
  }
}
