import { copyFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buildStatic, buildStaticIfStale, type StaticBuild } from '../scripts/static-build/index.ts';

const ROOT = join(import.meta.dirname, '..');

/** The documentation: pages of `docs/`, an index to search, and the reference of the API. */
const SITE: StaticBuild = {
  folder: 'site',
  sources: [
    'docs/*.md',
    'site/*.{ts,json}',
    'site/{browser,build,layout,search,styles}/**',
    'console/{public,src/styles}/**',
    'contract/src/**',
    'openapi/*.yaml',
    'package-lock.json',
  ],
  async make(into) {
    // Most starts build nothing and need not wait for the builder.
    const { bundleAssets } = await import('./build/bundle.ts');
    const { writePages } = await import('./build/pages.ts');
    await copyFile(join(ROOT, 'openapi/openapi.yaml'), join(into, 'openapi.yaml'));
    const searchIndex = await writePages(ROOT, into, await bundleAssets(into));
    await writeFile(join(into, 'search.json'), searchIndex);
  },
};

if (process.argv.includes('--if-stale')) await buildStaticIfStale(SITE);
else await buildStatic(SITE);
