import { execFile } from 'node:child_process';
import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const HERE = fileURLToPath(new URL('.', import.meta.url));

/** Builds and packs the package, and installs it offline into `project` in a folder, beside the programs that use it. Gives the project. */
export async function installPackage(folder: string): Promise<string> {
  const [dist, project] = [join(folder, 'dist'), join(folder, 'project')];
  await run(process.execPath, [join(HERE, '../../build.ts'), dist]);
  const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', folder], { cwd: dist });
  const [{ filename }] = JSON.parse(stdout) as [{ filename: string }];
  await mkdir(project);
  await writeFile(join(project, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
  const quietly = ['--offline', '--no-audit', '--no-fund', '--cache', join(folder, 'cache')];
  await run('npm', ['install', ...quietly, join(folder, filename)], { cwd: project });
  for (const name of ['program.mjs', 'main.mjs']) await copyFile(join(HERE, name), join(project, name));
  return project;
}
