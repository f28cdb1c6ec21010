import { glob, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = join(root, 'console');
const dist = join(folder, 'dist');
/** What a build is made of. Newer than the build: it is stale. */
const SOURCES = [
  'console/{src,public}/**',
  'console/*.{html,ts,json}',
  'sdk/src/**',
  'contract/src/**',
  'package-lock.json',
];
const COMPRESSED = /\.(?:js|css|html|svg)$/;
/** Smaller files fit one packet either way. */
const SMALLEST_BYTES = 1024;

/**
 * Builds the Console into `console/dist`, with gzip and brotli forms beside the files, so that a start compresses nothing.
 * It is made elsewhere and put in place at once: a service that runs never reads half of one.
 */
async function buildConsole(): Promise<void> {
  // What the shell says would end up in the files: the library's own checks are twice its size.
  process.env['NODE_ENV'] = 'production';
  // Most starts build nothing and need not wait for the builder.
  const { build } = await import('vite');
  const made = join(folder, '.build', `made-${process.pid}`);
  await mkdir(made, { recursive: true });
  await build({
    configFile: join(folder, 'vite.config.ts'),
    logLevel: 'warn',
    build: { outDir: made, emptyOutDir: true },
  });
  for await (const name of glob('**/*', { cwd: made })) await compress(join(made, name));
  const old = `${made}-old`;
  await rename(dist, old).catch(() => undefined);
  await rename(made, dist);
  await rm(old, { recursive: true, force: true });
}

/** Builds unless there is a build that is newer than every source. Answers whether it built. */
export async function buildConsoleIfStale(): Promise<boolean> {
  const built = await stat(join(dist, 'index.html')).catch(() => undefined);
  if (built && built.mtimeMs >= (await newestSourceMs())) return false;
  await buildConsole();
  return true;
}

async function newestSourceMs(): Promise<number> {
  let newest = 0;
  for await (const name of glob(SOURCES, { cwd: root }))
    newest = Math.max(newest, (await stat(join(root, name))).mtimeMs);
  return newest;
}

async function compress(path: string): Promise<void> {
  if (!COMPRESSED.test(path)) return;
  const plain = await readFile(path);
  if (plain.length < SMALLEST_BYTES) return;
  await writeFile(`${path}.gz`, await promisify(gzip)(plain, { level: 9 }));
  await writeFile(
    `${path}.br`,
    await promisify(brotliCompress)(plain, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: plain.length } }),
  );
}

if (import.meta.main) {
  if (process.argv.includes('--if-stale')) await buildConsoleIfStale();
  else await buildConsole();
}
