import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** What `vitest list --staticParse=false --json` writes of a test; with static parsing, names of tests per database are missing. */
export interface ListedTest {
  readonly name: string;
  readonly file: string;
}

/** The tests of `before` that `after` has no more. Files do not count: a test may move. One of two of the same name counts. */
export function missingTests(before: readonly ListedTest[], after: readonly ListedTest[]): ListedTest[] {
  const left = new Map<string, number>();
  for (const { name } of after) left.set(name, (left.get(name) ?? 0) + 1);
  return before.filter(({ name }) => {
    const count = left.get(name) ?? 0;
    left.set(name, count - 1);
    return count <= 0;
  });
}

// `npx node scripts/test/compare-names.ts BEFORE.json AFTER.json`: fails when a test is gone.
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [before, after] = process.argv
    .slice(2, 4)
    .map((path) => JSON.parse(readFileSync(path, 'utf8')) as ListedTest[]);
  const [removed, added] = [missingTests(before!, after!), missingTests(after!, before!)];
  for (const { name, file } of removed) console.log(`gone   ${file}: ${name}`);
  for (const { name, file } of added) console.log(`added  ${file}: ${name}`);
  console.log(
    `${before!.length} tests before, ${after!.length} after: ${removed.length} gone, ${added.length} added`,
  );
  process.exitCode = removed.length > 0 ? 1 : 0;
}
