import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
/** npm puts packages there of which two workspaces need two versions. */
const PACKAGE_FOLDERS = ['node_modules', 'server/node_modules'];

/** Clones the commit of this checkout, with its installed packages and without what was built from them. Makes the other `folders` too. */
export async function cloneCheckout(clone: string, folders: readonly string[]): Promise<void> {
  for (const folder of folders) await mkdir(folder);
  await run('git', ['clone', '--quiet', ROOT, clone]);
  for (const folder of PACKAGE_FOLDERS.filter((name) => existsSync(join(ROOT, name)))) {
    const [from, to] = [join(ROOT, folder), join(clone, folder)];
    // Links cost nothing, but work on one file system only.
    await run('cp', ['-al', from, to]).catch(async () => {
      await rm(to, { recursive: true, force: true });
      await run('cp', ['-a', from, to]);
    });
  }
  await rm(join(clone, 'node_modules/.cache'), { recursive: true, force: true });
}
