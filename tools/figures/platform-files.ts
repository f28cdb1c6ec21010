import { FOLDERS } from '../walls/table.ts';
import { type Figure, sourcesIn, type Tree } from './figure.ts';

const FOLDER = 'server/src/platform';

interface Touched {
  readonly name: string;
  readonly paths: readonly string[];
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
}

function figureOf(name: string, touched: readonly Touched[]): Figure {
  const counts = touched.map(({ paths }) => paths.length);
  return {
    name,
    value: `${median(counts)}, at most ${Math.max(...counts)}`,
    places: touched.map((one) => `${one.name}: ${one.paths.join(' ')}`),
  };
}

/** Files of the composition root that name an operation, and that import from a feature: those to edit for a new one. */
export function platformFiles(tree: Tree): Figure[] {
  const files = sourcesIn(tree, FOLDER);
  const features = FOLDERS.flatMap(({ name, entryPoint }) =>
    name.startsWith('features/') && entryPoint !== null ? [entryPoint] : [],
  );
  if (files.length === 0 || features.length === 0)
    throw new Error(`${FOLDER} or the features in the walls' table are gone.`);
  const filesWith = (pattern: RegExp): string[] =>
    files.filter(({ text }) => pattern.test(text)).map(({ path }) => path);
  return [
    figureOf(
      'platform files per operation',
      [...tree.operationIds].map((id) => ({
        name: id,
        paths: filesWith(new RegExp(`\\b${id}\\b\\s*[:,(]`)),
      })),
    ),
    figureOf(
      'platform files per feature',
      features.map((entryPoint) => ({ name: entryPoint, paths: filesWith(new RegExp(`'${entryPoint}'`)) })),
    ),
  ];
}
