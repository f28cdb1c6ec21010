import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { BaseSequencer, createVitest, type TestSpecification } from 'vitest/node';
import { fileResult } from '../../test/file-result.ts';

/**
 * `node run-tests.ts FILE…`: runs test files one after the other in one process, in this order, until one fails. Prints as its last line
 * a `TestsOutcome`.
 */
export interface TestsOutcome {
  /** The first file that failed, from the repository root. */
  readonly failed?: string;
  readonly failure?: string;
}

const root = join(import.meta.dirname, '../../..');
const files = parseArgs({ allowPositionals: true }).positionals;
const places = new Map(files.map((path, place) => [join(root, path), place]));

class InGivenOrder extends BaseSequencer {
  override sort(specifications: TestSpecification[]): Promise<TestSpecification[]> {
    const placeOf = ({ moduleId }: TestSpecification): number => places.get(moduleId) ?? files.length;
    return Promise.resolve(specifications.toSorted((a, b) => placeOf(a) - placeOf(b)));
  }
}

const vitest = await createVitest('test', {
  root,
  config: join(root, 'vitest.config.ts'),
  run: true,
  watch: false,
  bail: 1,
  maxWorkers: 1,
  fileParallelism: false,
  reporters: [{}],
  sequence: { sequencer: InGivenOrder },
});
const { testModules, unhandledErrors } = await vitest.start(files);
const ran = testModules.map((module) => fileResult(module, undefined));
const first = ran.find(({ failure }) => failure !== undefined);
const stray = unhandledErrors[0] as { message?: string; VITEST_TEST_PATH?: string } | undefined;
const failed = first?.path ?? stray?.VITEST_TEST_PATH ?? (stray && files[0]);
const outcome: TestsOutcome = {
  ...(failed !== undefined && { failed: failed.replace(`${root}/`, '') }),
  failure: (first?.failure ?? stray?.message ?? '').slice(0, 300),
};
console.log(`\n${JSON.stringify(outcome)}`);
await vitest.close();
process.exit(0);
