import { posix } from 'node:path';
import { type Program, Visitor } from 'oxc-parser';
import type { SourceFile } from '../check/source-files.ts';
import { parseSource } from '../syntax/parse-source.ts';
import { FOLDERS } from '../walls/table.ts';
import { sourcesIn, type Tree } from './figure.ts';

export interface Import {
  readonly from: string;
  readonly to: string;
  /** Nothing of it is there when the code runs. */
  readonly typeOnly: boolean;
}

interface Reference {
  readonly specifier: string;
  readonly typeOnly: boolean;
}

const SOURCE_FOLDERS = ['contract/src', 'server/src', 'console/src', 'sdk/src', 'conformance', 'bench/src'];

/**
 * All that a file needs of others when it is loaded, and in types. Not what `import()` loads later: pages of the Console and their routes name
 * each other like that, so that a page is a file of its own.
 */
function referencesOf(program: Program): Reference[] {
  const found: Reference[] = [];
  const add = (specifier: string, typeOnly: boolean): unknown => found.push({ specifier, typeOnly });
  new Visitor({
    ImportDeclaration({ source, importKind, specifiers }) {
      const ofTypes =
        specifiers.length > 0 &&
        specifiers.every((one) => one.type === 'ImportSpecifier' && one.importKind === 'type');
      add(source.value, importKind === 'type' || ofTypes);
    },
    ExportNamedDeclaration({ source, exportKind, specifiers }) {
      const ofTypes = specifiers.length > 0 && specifiers.every((one) => one.exportKind === 'type');
      if (source) add(source.value, exportKind === 'type' || ofTypes);
    },
    ExportAllDeclaration({ source, exportKind }) {
      add(source.value, exportKind === 'type');
    },
    TSImportType({ source }) {
      add(source.value, true);
    },
  }).visit(program);
  return found;
}

/** The file behind a specifier, or undefined when it is a package or no TypeScript. */
function targetOf({ path }: SourceFile, specifier: string): string | undefined {
  const folder = FOLDERS.find(({ entryPoint }) => entryPoint === specifier);
  if (folder) return `${folder.path}/index.ts`;
  if (!specifier.startsWith('.') || !/\.tsx?$/.test(specifier)) return undefined;
  return posix.join(posix.dirname(path), specifier);
}

/** Every import of one source file by another. Throws when there are none between folders: their entry points have other names then. */
export function importsOf(tree: Tree): Import[] {
  const sources = sourcesIn(tree, ...SOURCE_FOLDERS);
  const known = new Set(sources.map(({ path }) => path));
  const imports = sources.flatMap((file) =>
    referencesOf(parseSource(file)).flatMap(({ specifier, typeOnly }): Import[] => {
      const to = targetOf(file, specifier);
      return to !== undefined && known.has(to) ? [{ from: file.path, to, typeOnly }] : [];
    }),
  );
  if (
    !imports.some(({ to }) =>
      FOLDERS.some(({ entryPoint, path }) => entryPoint !== null && to === `${path}/index.ts`),
    )
  ) {
    throw new Error(
      'No folder is imported by its entry point: adapt the counter to how folders import each other.',
    );
  }
  return imports;
}
