import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { open, rename, rm, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { Writable } from 'node:stream';
import { OperatorError, syncDirectory } from '#kit';

/** The file has its name once it is complete and on disk; until then, and when anything fails, nothing has. Returns its size. */
export async function writeNewFile(path: string, chunks: AsyncIterable<Buffer>): Promise<number> {
  await requireFree(path);
  // Process ids repeat, in containers above all.
  const draft = `${path}.${randomUUID()}.part`;
  const file = await open(draft, 'wx', 0o600);
  let bytes = 0;
  try {
    try {
      for await (const chunk of chunks) {
        await file.writeFile(chunk);
        bytes += chunk.length;
      }
      await file.sync();
    } finally {
      await file.close();
    }
    await requireFree(path);
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw cutOff(error);
  }
  await syncDirectory(dirname(resolve(path)));
  return bytes;
}

/** The same into a stream that is open already. */
export async function writeChunks(output: Writable, chunks: AsyncIterable<Buffer>): Promise<number> {
  let bytes = 0;
  try {
    for await (const chunk of chunks) {
      bytes += chunk.length;
      if (!output.write(chunk)) await once(output, 'drain');
    }
  } catch (error) {
    throw cutOff(error);
  }
  return bytes;
}

async function requireFree(path: string): Promise<void> {
  const exists = await stat(path).then(
    () => true,
    () => false,
  );
  if (exists) throw new OperatorError(`${path} exists already. Choose another name, or remove it.`);
}

const REASONS: ReadonlyMap<string | undefined, string> = new Map([
  // What a running service breaks off, says so by its connection alone.
  ['ECONNRESET', 'The service broke off the backup. Its log says why. No backup was written.'],
  ['EPIPE', 'The reader of the backup closed its end. What it read is no complete backup.'],
]);

function cutOff(error: unknown): unknown {
  const reason = REASONS.get((error as NodeJS.ErrnoException).code);
  return reason === undefined ? error : new OperatorError(reason);
}
