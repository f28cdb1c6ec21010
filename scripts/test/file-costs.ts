import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';

/** What a file may take of a processor unless it is listed. */
const MAX_FILE_COST_S = 8;

/** Files that take more, and why. */
const EXPENSIVE: Readonly<Record<string, string>> = {};

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
