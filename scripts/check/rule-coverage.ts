import { joinIds, splitIds } from '../rules/id-ranges.ts';
import { isDecision, readRules, type Rule } from '../rules/read-rules.ts';
import type { SourceFile } from './source-files.ts';

const LIST = 'docs/not-built-yet.md';
const HEADING = '## Rules that no test names';

/** Where rules are tested: unit tests, tests of the whole service, and the conformance suite with what its folder holds. */
const TESTS = /\.(test|spec)\.tsx?$|^conformance\/.*\.(ts|mts|mjs|json)$/;

export function isTest(path: string): boolean {
  return TESTS.test(path);
}

/** Rules that no test names, decisions aside: they are tested through the rules they complete. A test of D-TUN-17 does not name TUN-17. */
function untestedRules(files: readonly SourceFile[], rules: readonly Rule[]): string[] {
  const named = new Set(
    files.filter(({ path }) => isTest(path)).flatMap(({ text }) => text.match(/(?<![-\w])[A-Z]+-\d+/g) ?? []),
  );
  return rules.filter((rule) => !isDecision(rule) && !named.has(rule.id)).map((rule) => rule.id);
}

/** The list of the section: its lines with a dash, up to the next heading. */
function committedList(files: readonly SourceFile[]): string {
  const [, after] = files.find(({ path }) => path === LIST)?.text.split(`${HEADING}\n`) ?? [];
  if (after === undefined) throw new Error(`${LIST} has no section "${HEADING}".`);
  const [section = ''] = after.split(/^## /m);
  return section
    .split('\n')
    .filter((line) => line.startsWith('- '))
    .join('\n');
}

/** One line for each rule that has a test and is listed as untested, and the other way round. */
export function ruleCoverage(files: readonly SourceFile[]): string[] {
  const rules = readRules(files);
  const order = rules.map((rule) => rule.id);
  const untested = untestedRules(files, rules);
  const listed = splitIds(committedList(files), order);
  const gained = listed.filter((id) => !untested.includes(id));
  const missing = untested.filter((id) => !listed.includes(id));
  return [
    ...(gained.length > 0
      ? [
          `${LIST} lists as untested what is tested or no rule: ${joinIds(gained, order) || gained.join(', ')}`,
        ]
      : []),
    ...(missing.length > 0
      ? [`no test names these, and ${LIST} does not list them: ${joinIds(missing, order)}`]
      : []),
  ];
}
