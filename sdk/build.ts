/** Makes the package as it is published, in dist/: JavaScript and types from tsc, and a package.json that points at them. */
import { execFileSync } from 'node:child_process';
import { copyFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import manifest from './package.json' with { type: 'json' };

const folder = fileURLToPath(new URL('.', import.meta.url));
const dist = resolve(process.argv[2] ?? join(folder, 'dist'));
const tsc = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc');

rmSync(dist, { recursive: true, force: true });
execFileSync(process.execPath, [tsc, '--project', folder, '--outDir', dist], { stdio: 'inherit' });
const { name, version, license, type, description, engines } = manifest;
const published = {
  name,
  version,
  license,
  type,
  description,
  engines,
  sideEffects: false,
  // For tools that do not read `exports`.
  main: './index.js',
  types: './index.d.ts',
  exports: { '.': './index.js' },
};
writeFileSync(join(dist, 'package.json'), `${JSON.stringify(published, null, 2)}\n`);
copyFileSync(join(folder, 'README.md'), join(dist, 'README.md'));
copyFileSync(join(folder, '../LICENSE'), join(dist, 'LICENSE'));
