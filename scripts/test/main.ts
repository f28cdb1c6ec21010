import { parseArgs } from 'node:util';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { embeddedShard } from './embedded-shard.ts';
import { outerTests } from './outer-tests.ts';
import { describeCosts } from './file-costs.ts';
import { runFiles } from './run-files.ts';
import { failedFiles, judge } from './verdict.ts';

/** With more failed files than these something is broken, and another run of them says nothing new. */
const MAX_FILES_RUN_AGAIN = 10;

/**
 * `node scripts/test/main.ts [--all] [FILTER …]`: runs the tests, those that fail once more by themselves, and ends with the verdict.
 * Without `--all` on one database, and without tests that start browsers or processes.
 */
const { values, positionals: filters } = parseArgs({
  allowPositionals: true,
  options: {
    all: { type: 'boolean', default: false },
    root: { type: 'string', default: join(import.meta.dirname, '../..') },
  },
});
const { all, root } = values;
const costFile = join(mkdtempSync(join(tmpdir(), 'svc-tests-')), 'costs');
// The processes of the tests inherit both.
process.env['TEST_TIER'] = all ? 'all' : 'inner';
process.env['TEST_COSTS'] = costFile;
const run = {
  root,
  config: join(import.meta.dirname, '../../vitest.config.ts'),
  excluded: all ? [] : outerTests(root),
};

const shard = embeddedShard(process.env);
console.log(
  all
    ? `Suites over HTTP run on the embedded database too: TEST_SHARD=${shard}.`
    : 'One database, no browsers, no processes: npm run test:all runs everything.',
);
const first = await runFiles({ ...run, filters });
const failed = failedFiles(first).map(({ path }) => path);
let again;
if (failed.length > 0 && failed.length <= MAX_FILES_RUN_AGAIN) {
  console.log(`\nFailed files run once more, each alone:\n${failed.join('\n')}`);
  again = await runFiles({ ...run, filters: failed, alone: true });
}
const { passed, lines } = judge(root, first, again, process.env['REQUIRE_SERVICES'] === '1');
console.log([...describeCosts(root, costFile), ...lines].join('\n'));
rmSync(dirname(costFile), { recursive: true });
process.exit(passed ? 0 : 1);
