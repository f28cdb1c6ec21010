import { type Figure, requireFile, sourcesIn, type Tree } from './figure.ts';

const FOLDER = 'server/src/platform';
const MODULE = /^server\/src\/features\/([\w-]+)\/\1-module\.ts$/;

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
    value: `at least ${Math.min(...counts)}, median ${median(counts)}, at most ${Math.max(...counts)}`,
    places: touched.map((one) => `${one.name}: ${one.paths.join(' ')}`),
  };
}

/** Files that open a part of a feature in its place. */
function openedByPlatform(files: readonly { readonly path: string }[]): Figure {
  const places = files.map(({ path }) => path).filter((path) => /\/open-[\w-]+\.ts$/.test(path));
  return { name: 'open-*.ts in platform', value: places.length, places };
}

function appServicesLines(tree: Tree): Figure {
  const { path, text } = requireFile(tree, `${FOLDER}/app-services.ts`, /AppServices/);
  return { name: 'lines of AppServices', value: text.trimEnd().split('\n').length, places: [path] };
}

/**
 * Files of the composition root that name an operation, and that import from a feature with a module. A new operation or module
 * needs the least; parts of a feature that others use are made in the composition root, and each adds to it.
 */
export function platformFiles(tree: Tree): Figure[] {
  const files = sourcesIn(tree, FOLDER);
  const entryPoints = sourcesIn(tree, 'server/src/features').flatMap(
    ({ path }) => MODULE.exec(path)?.[1] ?? [],
  );
  if (files.length === 0 || entryPoints.length === 0)
    throw new Error(`${FOLDER} or the modules of the features are gone.`);
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
      'platform files per module',
      entryPoints.map((name) => ({ name, paths: filesWith(new RegExp(`'#features/${name}'`)) })),
    ),
    openedByPlatform(files),
    appServicesLines(tree),
  ];
}
