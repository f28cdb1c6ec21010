import { parseArgs } from 'node:util';
import { join } from 'node:path';
import { runFiles } from './run-files.ts';
import { failedFiles, judge } from './verdict.ts';

/** With more failed files than these something is broken, and another run of them says nothing new. */
const MAX_FILES_RUN_AGAIN = 10;

/** `node scripts/test/main.ts [FILTER …]`: runs the tests, those that fail once more by themselves, and ends with the verdict. */
const { values, positionals: filters } = parseArgs({
  allowPositionals: true,
  options: { root: { type: 'string', default: join(import.meta.dirname, '../..') } },
});
const run = { root: values.root, config: join(import.meta.dirname, '../../vitest.config.ts') };

const first = await runFiles({ ...run, filters });
const failed = failedFiles(first).map(({ path }) => path);
let again;
if (failed.length > 0 && failed.length <= MAX_FILES_RUN_AGAIN) {
  console.log(`\nFailed files run once more, each alone:\n${failed.join('\n')}`);
  again = await runFiles({ ...run, filters: failed, alone: true });
}
const { passed, lines } = judge(run.root, first, again, process.env['REQUIRE_SERVICES'] === '1');
console.log(lines.join('\n'));
process.exit(passed ? 0 : 1);
