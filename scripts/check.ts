import { committedMigrations } from './check/committed-migrations.ts';
import { describeSizes } from './check/file-sizes.ts';
import { forbiddenText } from './check/forbidden-text.ts';
import { printedPackages } from './check/printed-packages.ts';
import { requestPaths } from './check/request-paths.ts';
import { ruleCitations } from './check/rule-citations.ts';
import { ruleCoverage } from './check/rule-coverage.ts';
import { runStep, type Step, type StepResult } from './check/run-step.ts';
import { sourceFiles } from './check/source-files.ts';
import { testedWords } from './check/tested-words.ts';
import { unpinned } from './check/unpinned.ts';

const files = sourceFiles();
const bin = 'node_modules';

/** With four checkers, as it has by itself, it looks at much of the same four times: 36 s of a processor instead of 19. */
const typesOf = (project: string): string[] => [
  `${bin}/typescript/bin/tsc`,
  '--project',
  project,
  '--noEmit',
  '--checkers',
  '1',
];

const DESCRIPTIONS = ['openapi/all-operations.yaml', 'openapi/operator.yaml'];

/** Longest first: two run at a time, and the last one started should be short. */
const STEPS: readonly Step[] = [
  { name: 'types', run: typesOf('.') },
  { name: 'types, console', run: typesOf('console') },
  // Without Node's types: it runs in browsers.
  { name: 'types, sdk', run: typesOf('sdk') },
  { name: 'dead code', run: [`${bin}/knip/bin/knip.js`] },
  {
    name: 'lint and walls',
    run: [`${bin}/oxlint/bin/oxlint`, '--type-aware', '--deny-warnings', '--format', 'unix'],
  },
  {
    name: 'description',
    run: [`${bin}/@redocly/cli/bin/cli.js`, 'lint', '--format', 'stylish', ...DESCRIPTIONS],
  },
  { name: 'generated files', run: ['scripts/generate.ts', '--check'] },
  { name: 'format', run: [`${bin}/oxfmt/bin/oxfmt`, '--check'] },
  { name: 'forbidden text', run: () => forbiddenText(files) },
  { name: 'rule citations', run: () => ruleCitations(files) },
  { name: 'rule coverage', run: () => ruleCoverage(files) },
  { name: 'tested words', run: () => testedWords(files) },
  { name: 'request paths', run: () => requestPaths(files) },
  { name: 'pinned', run: () => unpinned(files) },
  { name: 'printed packages', run: () => printedPackages(files) },
  { name: 'migrations', run: () => committedMigrations() },
];
// The checks above are native or mostly idle; more than two at a time gained nothing on two cores.
const CONCURRENCY = 2;

function report(result: StepResult): void {
  console.log(
    `${result.passed ? 'pass' : 'FAIL'}  ${result.name.padEnd(16)} ${(result.elapsedMs / 1000).toFixed(1)} s`,
  );
  if (!result.passed) console.log(result.output.replaceAll(/^/gm, '      '));
}

async function runAll(): Promise<StepResult[]> {
  const waiting = [...STEPS];
  const results: StepResult[] = [];
  const worker = async (): Promise<void> => {
    for (let step = waiting.shift(); step; step = waiting.shift()) {
      const result = await runStep(step);
      results.push(result);
      report(result);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));
  return results;
}

const startedAt = performance.now();
const results = await runAll();
const failed = results.filter((result) => !result.passed).length;
console.log(describeSizes(files));
console.log(
  `${results.length - failed} checks passed, ${failed} failed in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`,
);
process.exitCode = failed > 0 ? 1 : 0;
