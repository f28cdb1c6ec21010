/** Builds the package for publishing, in dist/: JavaScript from tsc, and a package.json with its command and its one dependency. */
import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import manifest from './package.json' with { type: 'json' };

const folder = fileURLToPath(new URL('.', import.meta.url));
const dist = resolve(process.argv[2] ?? join(folder, 'dist'));
const tsc = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc');

rmSync(dist, { recursive: true, force: true });
execFileSync(process.execPath, [tsc, '--project', folder, '--outDir', join(dist, 'lib')], {
  stdio: 'inherit',
});
const main = join(dist, 'lib/main.js');
writeFileSync(main, `#!/usr/bin/env node\n${readFileSync(main, 'utf8')}`);
chmodSync(main, 0o755);
const { name, version, license, type, description, engines, dependencies } = manifest;
const published = {
  name,
  version,
  license,
  type,
  description,
  engines,
  bin: { 'svc-connector': './lib/main.js' },
  exports: { './protocol': './lib/protocol/index.js' },
  dependencies,
};
writeFileSync(join(dist, 'package.json'), `${JSON.stringify(published, null, 2)}\n`);
copyFileSync(join(folder, 'README.md'), join(dist, 'README.md'));
copyFileSync(join(folder, '../LICENSE'), join(dist, 'LICENSE'));
