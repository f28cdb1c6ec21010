import { ALL_OPERATIONS } from '@svc/contract';
import { sourceFiles } from '../check/source-files.ts';
import { consoleCalls } from './console-calls.ts';
import { definiteFields } from './definite-fields.ts';
import type { Counter, Figure, Tree } from './figure.ts';
import { handKeptLists } from './hand-kept-lists.ts';
import { handlerNames } from './handler-names.ts';
import { houseWords } from './house-words.ts';
import { importFigures } from './import-figures.ts';
import { leaseMechanisms } from './lease-mechanisms.ts';
import { periodicLoops } from './periodic-loops.ts';
import { platformFiles } from './platform-files.ts';
import { resourceFiles } from './resource-files.ts';
import { ruleIds } from './rule-ids.ts';
import { sealingKeys } from './sealing-keys.ts';
import { sourceSizes } from './source-sizes.ts';
import { startedThreads } from './started-threads.ts';
import { tableUses } from './table-uses.ts';
import { textComparisons } from './text-comparisons.ts';

const COUNTERS: readonly Counter[] = [
  periodicLoops,
  handKeptLists,
  platformFiles,
  resourceFiles,
  definiteFields,
  handlerNames,
  houseWords,
  ruleIds,
  importFigures,
  sourceSizes,
  tableUses,
  textComparisons,
  startedThreads,
  sealingKeys,
  leaseMechanisms,
  consoleCalls,
];

/** The figures of one counter; a counter that cannot count says why and fails the command. */
function count(counter: Counter, tree: Tree): readonly Figure[] {
  try {
    return counter(tree);
  } catch (error) {
    process.exitCode = 1;
    return [{ name: counter.name, value: `cannot be counted: ${(error as Error).message}`, places: [] }];
  }
}

const withPlaces = process.argv.includes('--places');
const tree: Tree = { files: sourceFiles(), operationIds: new Set(ALL_OPERATIONS.map(({ id }) => id)) };
console.log('| Figure | Value |\n| --- | --- |');
const figures = COUNTERS.flatMap((counter) => count(counter, tree));
for (const { name, value } of figures) console.log(`| ${name} | ${value} |`);
if (withPlaces)
  for (const { name, places } of figures)
    console.log(`\n${name}\n${places.map((place) => `  ${place}`).join('\n')}`);
