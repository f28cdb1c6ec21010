import { open, unlink, type FileHandle } from 'node:fs/promises';
import { inFolder } from './folder-access.ts';

/** Bytes written before they are brought to the disk: more at a time would hold up what others write there, the journal of usage among them. */
const SYNC_EVERY_BYTES = 32 * 1024 * 1024;

/** Writes a new file, whole and on disk when this resolves. When it throws nothing of it is left. */
export async function writeFile(path: string, content: AsyncIterable<readonly Buffer[]>): Promise<void> {
  const file = await inFolder(() => open(path, 'wx', 0o600));
  try {
    await writeAll(file, content);
    await inFolder(() => file.close());
  } catch (error) {
    await file.close().catch(() => {});
    await inFolder(() => unlink(path));
    throw error;
  }
}

async function writeAll(file: FileHandle, content: AsyncIterable<readonly Buffer[]>): Promise<void> {
  let unsyncedBytes = 0;
  for await (const buffers of content) {
    unsyncedBytes += await inFolder(() => writeBuffers(file, buffers));
    if (unsyncedBytes < SYNC_EVERY_BYTES) continue;
    await inFolder(() => file.datasync());
    unsyncedBytes = 0;
  }
  await inFolder(() => file.sync());
}

/** Returns the bytes written. A disk that is nearly full takes a part first and says so with the next write. */
async function writeBuffers(file: FileHandle, buffers: readonly Buffer[]): Promise<number> {
  let written = 0;
  for (const buffer of buffers) {
    for (let offset = 0; offset < buffer.length;)
      offset += (await file.write(buffer, offset, buffer.length - offset)).bytesWritten;
    written += buffer.length;
  }
  return written;
}
