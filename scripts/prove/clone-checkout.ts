import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** npm puts packages there of which two workspaces need two versions. */
const PACKAGE_FOLDERS = ['node_modules', 'server/node_modules'];

/** Clones the commit of this checkout, with its installed packages and without what was made of them. */
export async function cloneCheckout(clone: string): Promise<void> {
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
