import { globSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { parseSync } from 'oxc-parser';

/** Modules and names of the test kit that start a browser or a process. */
const OUTER_MODULES: ReadonlySet<string> = new Set(['playwright-core', 'node:child_process']);
const OUTER_NAMES: ReadonlySet<string> = new Set([
  'spawnCommand',
  'ConnectorProcess',
  'bundled',
  'mountSmallDisk',
]);

/**
 * The tests that start browsers or processes, found by what they and the test files they build on import, so that no list is kept.
 * They cost most of a run, and `npm test` leaves them to `npm run test:all`. `besides`: names of the test kit that are no reason.
 */
export function outerTests(root: string, besides: readonly string[] = []): string[] {
  const known = new Map<string, boolean>();
  const isOuter = (path: string): boolean => {
    const cached = known.get(path);
    if (cached !== undefined) return cached;
    // A cycle adds nothing: what it imports is looked at by the caller that came first.
    known.set(path, false);
    const outer = importsOf(path).some(
      ({ names, from }) =>
        OUTER_MODULES.has(from) ||
        (isTestKit(from)
          ? names.some((name) => OUTER_NAMES.has(name) && !besides.includes(name))
          : isTestCode(from) && isOuter(from)),
    );
    known.set(path, outer);
    return outer;
  };
  return globSync('{contract,server,connector,console,site,sdk,conformance,scripts,bench}/**/*.test.ts', {
    cwd: root,
    exclude: (path) => path.endsWith('node_modules'),
  }).filter((path) => isOuter(join(root, path)));
}

interface Import {
  readonly names: readonly string[];
  /** An absolute path, or the name of a package. */
  readonly from: string;
}

function importsOf(path: string): Import[] {
  const { module } = parseSync(path, readFileSync(path, 'utf8'));
  const imports = module.staticImports.map(({ moduleRequest, entries }) => ({
    names: entries.filter(({ isType }) => !isType).map(({ importName }) => importName.name ?? ''),
    from: moduleRequest.value,
  }));
  return imports
    .filter(({ names }) => names.length > 0)
    .map(({ names, from }) => ({ names, from: from.startsWith('.') ? resolve(dirname(path), from) : from }));
}

/** What the test kit exports is judged by the names that are taken of it. */
function isTestKit(from: string): boolean {
  return from === '#test-kit' || from.endsWith('server/test-kit/index.ts');
}

/** What the product itself starts, such as the process that reads documents, is no reason: it runs in every tier. */
function isTestCode(path: string): boolean {
  return path.startsWith('/') && path.endsWith('.ts') && !/\/(?:server|console|connector)\/src\//.test(path);
}
