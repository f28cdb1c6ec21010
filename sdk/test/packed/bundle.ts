import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { rolldown } from 'rolldown';

/** What a bundler makes of a module, for a page. */
export interface Bundle {
  readonly code: string;
  readonly bytes: number;
  readonly gzippedBytes: number;
}

const ENTRY = 'entry.mjs';

/** Bundles a module that is in no file, but resolves what it imports from the project. */
export async function bundle(project: string, source: string): Promise<Bundle> {
  const build = await rolldown({
    input: ENTRY,
    cwd: project,
    platform: 'browser',
    plugins: [
      {
        name: 'entry',
        resolveId: (id) => (id === ENTRY ? join(project, ENTRY) : undefined),
        load: (id) => (id === join(project, ENTRY) ? source : undefined),
      },
    ],
  });
  const { output } = await build.generate({ format: 'esm', minify: true });
  await build.close();
  const [{ code }] = output;
  return { code, bytes: Buffer.byteLength(code), gzippedBytes: gzipSync(code).length };
}
