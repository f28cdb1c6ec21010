import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const MANIFEST = 'installed.json';

/** Installs packages where they are not yet, outside of the repository, and gives their `node_modules`. Rejects where the registry does not have them. */
export async function installSuite(name: string, packages: readonly string[]): Promise<string> {
  const folder = join(
    process.env['SVC_CLIENTS_DIR'] ?? join(tmpdir(), 'svc-clients'),
    `suite-${name.toLowerCase().replaceAll(/\W+/g, '-')}`,
  );
  const wanted = JSON.stringify(packages);
  const before = await readFile(join(folder, MANIFEST), 'utf8').catch(() => undefined);
  if (before !== wanted) {
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'package.json'), '{"private":true}');
    const options = ['--ignore-scripts', '--no-audit', '--no-fund'];
    await promisify(execFile)('npm', ['install', ...options, ...packages], { cwd: folder });
    await writeFile(join(folder, MANIFEST), wanted);
  }
  return join(folder, 'node_modules');
}
