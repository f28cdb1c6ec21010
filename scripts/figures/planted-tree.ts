import type { Tree } from './figure.ts';

/** A tree of these files for the tests of counters, each path with its text. */
export function plantedTree(
  files: Readonly<Record<string, string>>,
  operationIds: readonly string[] = [],
): Tree {
  return {
    files: Object.entries(files).map(([path, text]) => ({ path, text })),
    operationIds: new Set(operationIds),
  };
}
