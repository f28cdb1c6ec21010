import { join } from 'node:path';
import { buildStatic, buildStaticIfStale, type StaticBuild } from '../scripts/static-build/index.ts';

/** The pages of the Console. */
const CONSOLE: StaticBuild = {
  folder: 'console',
  sources: [
    'console/{src,public}/**',
    'console/*.{html,ts,json}',
    'sdk/src/**',
    'contract/src/**',
    'package-lock.json',
  ],
  async make(outDir) {
    // What the shell says would end up in the files: the library's own checks are twice its size.
    process.env['NODE_ENV'] = 'production';
    // Most starts build nothing and need not wait for the builder.
    const { build } = await import('vite');
    await build({
      configFile: join(import.meta.dirname, 'vite.config.ts'),
      logLevel: 'warn',
      build: { outDir, emptyOutDir: true },
    });
  },
};

if (process.argv.includes('--if-stale')) await buildStaticIfStale(CONSOLE);
else await buildStatic(CONSOLE);
