import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');
const PAGES = [
  ['console/build.ts', '--if-stale'],
  ['site/build.ts', '--if-stale'],
];
/** Machine code that is used once is not worth optimizing. */
const DATABASE = ['--liftoff-only', 'scripts/prepare/make-database.ts'];

/**
 * Makes what a first start needs and has not got: the pages of the Console and of the documentation, and a migrated database to be copied.
 * `npm ci` runs it, and `npm start` with `--pages`, because sources change. Side by side: each has its own waits.
 */
const jobs = process.argv.includes('--pages') ? PAGES : [...PAGES, DATABASE];
const codes = await Promise.all(
  jobs.map(async (args) => {
    const child = spawn(process.execPath, args, { cwd: ROOT, stdio: 'inherit' });
    const [code] = (await once(child, 'exit')) as [number | null];
    return code;
  }),
);
process.exitCode = codes.every((code) => code === 0) ? 0 : 1;
