import { rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { rolldown, type Plugin } from 'rolldown';
import { bundleDirectory } from './bundled-program.ts';

const path = (name: string): string => fileURLToPath(new URL(`../../src/${name}`, import.meta.url));
const PROGRAMS = {
  main: path('main.ts'),
  worker: path('cli/workers/worker.ts'),
  control: path('control/index.ts'),
};
const STARTS_WORKERS = path('cli/workers/worker-process.ts');
/** Files that are found beside the sources: threads, pages, migrations. They stay there. */
const OWN_URL = /\bimport\.meta\.url\b/g;

const ownUrls: Plugin = {
  name: 'own-urls',
  transform(code, id) {
    // The other program of the bundle lies beside this one.
    if (id === STARTS_WORKERS) return code.replace(`'worker.ts'`, `'worker.js'`);
    return code.replace(OWN_URL, JSON.stringify(pathToFileURL(id).href));
  },
};

/** Builds them into the folder. Elsewhere first: tests that start together never find half of them. */
async function build(directory: string): Promise<void> {
  const made = `${directory}-${process.pid}`;
  const bundle = await rolldown({
    input: PROGRAMS,
    platform: 'node',
    // The embedded database finds its own files, and the engine is a program for this machine.
    external: [/^@electric-sql\/pglite/, /^node-llama-cpp/],
    plugins: [ownUrls],
  });
  await bundle.write({ dir: made, format: 'esm' });
  // Or Node parses each file twice, to find out that it is a module.
  await writeFile(join(made, 'package.json'), '{"type":"module"}');
  // Another process may have been quicker: then its bundle is the one.
  await rename(made, directory).catch(() => rm(made, { recursive: true }));
}

const directory = bundleDirectory();
const isBuilt = await stat(directory).then(
  () => true,
  () => false,
);
if (!isBuilt) await build(directory);
process.stdout.write(`${join(directory, 'main.js')}\n`);
