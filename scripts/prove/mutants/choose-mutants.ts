import type { Node } from 'oxc-parser';
import type { SourceFile } from '../../check/source-files.ts';
import { parseSource } from '../../syntax/parse-source.ts';
import { Random } from '../../../server/test-kit/index.ts';
import { type Mutant, OPERATORS } from './mutant.ts';
import { changesOf } from './operators.ts';

const SOURCES = /^(?:server|contract)\/src\/.*(?<!\.(?:test|fixture))\.ts$/;
/**
 * Left out: migrations and tables, where a change makes another database of every test; texts and examples of the reference, which
 * are read by people; what only starts the process; what only tests import.
 */
const LEFT_OUT =
  /^contract\/src\/(?:reference|description)\b|^server\/src\/(?:store\/(?:migrations|tables)|cli|threads)\/|^server\/src\/main\.ts$|\/test-support\//;
/** Types are gone when the program runs. */
const TYPES = /^TS(?!AsExpression|SatisfiesExpression|NonNullExpression)/;

/** As many mutants of every operator as of each other, each drawn from all places of its operator. */
export function chooseMutants(files: readonly SourceFile[], count: number, seed: number): Mutant[] {
  const random = new Random(seed);
  const sources = files.filter(({ path }) => SOURCES.test(path) && !LEFT_OUT.test(path));
  const all = sources.flatMap(mutantsOf);
  const rest = new Map(
    OPERATORS.map((operator) => [operator, all.filter((mutant) => mutant.operator === operator)]),
  );
  const chosen: Mutant[] = [];
  for (let i = 0; i < count; i++) {
    const places = rest.get(OPERATORS[i % OPERATORS.length]!)!;
    const [mutant] = places.splice(random.below(places.length), 1);
    if (mutant) chosen.push(mutant);
  }
  return chosen;
}

/** Every mutant of a file. */
export function mutantsOf(file: SourceFile): Mutant[] {
  const { path, text } = file;
  const mutants: Mutant[] = [];
  const walk = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(walk);
    if (!isNode(value) || TYPES.test(value.type) || value.type === 'ImportDeclaration') return;
    mutants.push(...changesOf(value, text).map((change) => ({ path, ...change })));
    Object.values(value).forEach(walk);
  };
  walk(parseSource(file).body);
  return mutants;
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && 'type' in value;
}
