import { open, readFile, realpath, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { OperatorError, syncDirectory } from '#kit';

/**
 * Puts a text in the place of another, all of it or nothing. `former`: what the file must still have, undefined if there is none yet. A link stays
 * one, and the file's mode stays.
 */
export async function replaceFile(path: string, former: string | undefined, text: string): Promise<void> {
  const target = former === undefined ? path : await realpath(path);
  const mode = former === undefined ? 0o600 : (await stat(target)).mode & 0o777;
  const draft = `${target}.${process.pid}.part`;
  try {
    const file = await open(draft, 'wx', mode);
    try {
      await file.chmod(mode);
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    const found = await readFile(target, 'utf8').catch(() => undefined);
    if (found !== former) throw new OperatorError(`${path} was changed meanwhile. Nothing was written.`);
    await rename(draft, target);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
  await syncDirectory(dirname(target));
}
