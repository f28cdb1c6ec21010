import { glob, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const COMPRESSED = /\.(?:js|css|html|svg|json|yaml)$/;
/** Smaller files fit one packet either way. */
const SMALLEST_BYTES = 1024;
/** From here on the best compression takes seconds and saves a few hundredths. */
const LARGE_BYTES = 1_000_000;

/** Files for browsers that are built from sources: the pages of the Console, the documentation. */
export interface StaticBuild {
  /** Gets `dist` when it is built. From the root of the repository. */
  readonly folder: string;
  /** What a build is made of, as globs from the root of the repository. Newer than the build: it is stale. */
  readonly sources: readonly string[];
  /** Writes the files to a folder. `index.html` must be one of them. */
  make(into: string): Promise<void>;
}

/**
 * Builds into `dist`, with gzip and brotli forms beside the files, so that a start compresses nothing.
 * It is made elsewhere and put in place at once: a service that runs never reads half of one.
 */
export async function buildStatic({ folder, make }: StaticBuild): Promise<void> {
  const dist = join(ROOT, folder, 'dist');
  const made = join(ROOT, folder, '.build', `made-${process.pid}`);
  const old = `${made}-old`;
  try {
    await mkdir(made, { recursive: true });
    await make(made);
    for await (const name of glob('**/*', { cwd: made })) await compress(join(made, name));
    await rename(dist, old).catch(() => undefined);
    await rename(made, dist);
  } finally {
    for (const left of [made, old]) await rm(left, { recursive: true, force: true });
  }
}

/** Builds unless there is a build that is newer than every source. */
export async function buildStaticIfStale(build: StaticBuild): Promise<void> {
  const built = await stat(join(ROOT, build.folder, 'dist/index.html')).catch(() => undefined);
  if (built && built.mtimeMs >= (await newestMs(build.sources))) return;
  await buildStatic(build);
}

async function newestMs(sources: readonly string[]): Promise<number> {
  let newest = 0;
  for await (const name of glob([...sources], { cwd: ROOT }))
    newest = Math.max(newest, (await stat(join(ROOT, name))).mtimeMs);
  return newest;
}

async function compress(path: string): Promise<void> {
  if (!COMPRESSED.test(path)) return;
  const plain = await readFile(path);
  if (plain.length < SMALLEST_BYTES) return;
  await writeFile(`${path}.gz`, await promisify(gzip)(plain, { level: 9 }));
  await writeFile(
    `${path}.br`,
    await promisify(brotliCompress)(plain, {
      params: {
        [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
        ...(plain.length > LARGE_BYTES && { [constants.BROTLI_PARAM_QUALITY]: 9 }),
      },
    }),
  );
}
