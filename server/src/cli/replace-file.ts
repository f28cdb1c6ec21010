import { type FileHandle, lstat, open, readFile, realpath, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { OperatorError, syncDirectory } from '#kit';

/** Whose a file is, and who may read it. */
interface Ownership {
  readonly mode: number;
  readonly uid?: number;
  readonly gid?: number;
}

/**
 * Puts a text in the place of another, all of it or nothing. `former`: what the file must still have, undefined if there is none yet. A link stays
 * one, and the file keeps its mode and its owner. The draft beside it is the lock: of two that write at once, one is refused.
 */
export async function replaceFile(path: string, former: string | undefined, text: string): Promise<void> {
  const target = former === undefined ? path : await realpath(path);
  const draft = `${target}.part`;
  const file = await openDraft(draft, path);
  try {
    try {
      await own(file, former === undefined ? { mode: 0o600 } : await stat(target), path);
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    const found = former === undefined ? await linkAt(target) : await readFile(target, 'utf8');
    if (found !== former) throw new OperatorError(`${path} was changed meanwhile. Nothing was written.`);
    await rename(draft, target);
  } catch (error) {
    await rm(draft, { force: true });
    throw explained(error, path);
  }
  await syncDirectory(dirname(target));
}

async function openDraft(draft: string, path: string): Promise<FileHandle> {
  try {
    return await open(draft, 'wx', 0o600);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST')
      throw new OperatorError(
        `${draft} exists: another command is writing ${path}, or was killed while it did. If none is running, remove it.`,
      );
    throw explained(error, path);
  }
}

/** Run by root, a file of its own would be one that the service cannot read. */
async function own(file: FileHandle, { mode, uid, gid }: Ownership, path: string): Promise<void> {
  const made = await file.stat();
  if (uid !== undefined && gid !== undefined && (uid !== made.uid || gid !== made.gid)) {
    await file.chown(uid, gid).catch(() => {
      throw new OperatorError(`${path} belongs to another user. Run this as its owner. Nothing was written.`);
    });
  }
  await file.chmod(mode & 0o777);
}

/** Undefined where there is nothing. What is there may be a link to nothing, which is not read. */
async function linkAt(target: string): Promise<string | undefined> {
  const found = await lstat(target).catch(() => undefined);
  return found && '';
}

const REASONS: ReadonlyMap<string | undefined, string> = new Map([
  ['EACCES', 'its folder may not be written to by this user'],
  ['EPERM', 'its folder may not be written to by this user'],
  ['EROFS', 'its file system is read-only'],
  ['EBUSY', 'it is mounted as a single file, which cannot be replaced'],
  ['ENOSPC', 'the disk is full'],
]);

function explained(error: unknown, path: string): unknown {
  const reason = REASONS.get((error as NodeJS.ErrnoException).code);
  return reason === undefined
    ? error
    : new OperatorError(`${path} was not changed: ${reason}. Change it where it comes from.`);
}
