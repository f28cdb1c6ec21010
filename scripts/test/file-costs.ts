import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';

/** What a file may take of a processor unless it is listed. */
const MAX_FILE_COST_S = 8;

/** Files that take more, and why. */
export const EXPENSIVE: Readonly<Record<string, string>> = {
  'conformance/src/conformance.test.ts':
    'every check of the suite, against five services that run as processes',
  'console/test/administration.test.ts': 'tasks in a browser, each to its end',
  'console/test/cut-texts.test.ts': 'every page in four languages, and in three widths',
  'console/test/dialogs.test.ts': 'opens every dialog and checks its accessibility, light and dark',
  'console/test/keys.test.ts': 'tasks in a browser, each to its end',
  'console/test/operators.test.ts': 'every page of operators, in two widths',
  'console/test/pages-by-role.test.ts': 'presses every button of every page in six roles',
  'console/test/pages.test.ts': 'checks the accessibility of every page twice',
  'console/test/palette.test.ts': 'tasks in a browser, each to its end',
  'console/test/playground.test.ts': 'tasks in a browser, each to its end',
  'console/test/shown-once.test.ts': 'tasks in a browser, each to its end',
  'console/test/sign-in-pages.test.ts': 'each test signs in in a browser that knows nothing yet',
  'console/test/webhooks.test.ts': 'tasks in a browser, each to its end',
  'server/src/backup/backup.test.ts':
    'copies and restores a database of 40 MB a dozen times, and opens what it restored',
  'server/src/cli/processes.test.ts': 'each test starts the program several times, on the embedded database',
  'server/test/engine-variants.test.ts':
    'thousands of calls: each variant of an answer through each form of the API',
  'server/test/formats-on-engines.test.ts':
    'each form of the API on each kind of engine, broken off after each event',
  'server/test/interleavings.test.ts': 'random sequences of calls on several nodes, on both databases',
  'server/test/limit-edges.test.ts': 'fills the limits at their real size in three deployments of processes',
  'server/test/workers-ends.test.ts': 'each test starts a service of three processes',
  'server/test/workers.test.ts': 'each test starts a service of three processes',
  'console/test/operator-resources.test.ts': 'tasks in a browser, each to its end',
  'console/test/tunnels.test.ts': 'tasks in a browser, each to its end',
  'scripts/test/main.test.ts': 'starts the test runner itself, on small projects',
  'server/src/content/reader/document-reader.test.ts':
    'reads documents in processes of their own, some up to their limits',
  'server/src/control/acquire-control.test.ts':
    'starts and kills processes that want the same data directory',
  'server/src/features/tunnels/calls/tunnel-nodes.test.ts':
    'several nodes with connectors, on a database each',
  'server/test/backup.test.ts': 'backs up and restores running services',
  'server/test/every-operation/hostile-strings.test.ts':
    'every hostile text in every place of every operation',
  'server/test/files/files-kill.test.ts': 'kills services that run as processes',
  'server/test/files/hostile-files.test.ts':
    'files that want all memory or time, read in processes of their own',
  'server/test/fuzz.test.ts': 'random requests to every operation that runs a model',
  'server/test/nodes-capacity.test.ts': 'several nodes on PostgreSQL and Redis',
  'server/test/nodes.test.ts': 'several nodes on PostgreSQL and Redis, some as processes',
  'server/test/poolers.test.ts': 'services behind a real pooler in each of its modes',
  'server/test/processes.test.ts': 'each test starts the service as a process',
  'server/test/processes-audit.test.ts': 'each test starts the service as a process',
  'server/test/processes-keys.test.ts': 'each test starts the service as a process',
  'server/test/processes-money.test.ts': 'each test starts the service as a process',
  'server/test/processes-traffic.test.ts': 'each test starts the service as a process',
};

interface FileCost {
  readonly path: string;
  readonly cost: number;
}

/** Lines about the processor time of test files, which `record-cost.ts` wrote: all of it, and the files that take too much. */
export function describeCosts(root: string, costFile: string): string[] {
  if (!existsSync(costFile)) return [];
  const costs = readFileSync(costFile, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as FileCost)
    .map(({ path, cost }) => ({ path: relative(root, path), cost }));
  const total = costs.reduce((sum, { cost }) => sum + cost, 0);
  const expensive = costs
    .filter(({ path, cost }) => cost > MAX_FILE_COST_S && !(path in EXPENSIVE))
    .toSorted((a, b) => b.cost - a.cost);
  return [
    `${total.toFixed(0)} s of a processor in ${costs.length} files`,
    ...expensive.map(({ path, cost }) => `  over ${MAX_FILE_COST_S} s: ${cost.toFixed(1)} s ${path}`),
  ];
}
