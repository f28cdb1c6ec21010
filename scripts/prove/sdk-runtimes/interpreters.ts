import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const CACHE = fileURLToPath(new URL('../../../node_modules/.cache/svc-interpreters', import.meta.url));
const { arch } = process;

export interface Interpreter {
  readonly name: string;
  /** A package of the npm registry that contains the program. */
  readonly package: string;
  readonly program: string;
  /** Before the program's own arguments. */
  readonly args: readonly string[];
}

const node = (version: string): Interpreter => ({
  name: `Node ${version}`,
  package: `node-linux-${arch}@${version}`,
  program: 'bin/node',
  args: [],
});

/** The last release of every line of Node that the package is for, and what else runs it. */
export const INTERPRETERS: readonly Interpreter[] = [
  node('20.20.2'),
  node('22.23.3'),
  node('24.21.0'),
  {
    name: 'Bun 1.4.5',
    package: `@oven/bun-linux-${arch === 'arm64' ? 'aarch64' : arch}@1.4.5`,
    program: 'bin/bun',
    args: [],
  },
  {
    name: 'Deno 2.9.6',
    package: `@deno/linux-${arch}-glibc@2.9.6`,
    program: 'deno',
    args: [
      'run',
      '--quiet',
      '--no-prompt',
      '--node-modules-dir=manual',
      '--allow-net',
      '--allow-read',
      '--allow-write',
    ],
  },
];

/** Path of the program, installed where it is not. Rejects where the registry does not give it. */
export async function installInterpreter({ name, package: spec, program }: Interpreter): Promise<string> {
  const folder = join(CACHE, name.replaceAll(' ', '-').toLowerCase());
  const path = join(folder, 'node_modules', spec.slice(0, spec.lastIndexOf('@')), program);
  if (!existsSync(path)) {
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'package.json'), '{"private":true}');
    await run('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', spec], { cwd: folder });
  }
  return path;
}
