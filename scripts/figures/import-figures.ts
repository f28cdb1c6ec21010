import { folderOf } from '../walls/folders.ts';
import { FOLDERS } from '../walls/table.ts';
import { cyclesOf } from './cycles.ts';
import type { Figure, Tree } from './figure.ts';
import { type Import, importsOf } from './import-graph.ts';

/** Whether an import reaches a folder that stands later in the walls' table than its own. Folders that put all others together may. */
function goesUp({ from, to }: Import): boolean {
  const [own, other] = [folderOf(from), folderOf(to)];
  if (!own || !other || own.mayImport === 'everything') return false;
  return FOLDERS.indexOf(other) > FOLDERS.indexOf(own);
}

function cycles(name: string, imports: readonly Import[]): Figure {
  const found = cyclesOf(imports);
  return { name, value: found.length, places: found.map((files) => files.join(' ')) };
}

/** Imports of later folders, and circles of files with and without imports of types. */
export function importFigures(tree: Tree): Figure[] {
  const imports = importsOf(tree);
  const up = imports.filter(goesUp);
  return [
    {
      name: 'imports of a later folder',
      value: up.length,
      places: up.map(({ from, to }) => `${from} ${to}`),
    },
    cycles(
      'cycles of value imports',
      imports.filter(({ typeOnly }) => !typeOnly),
    ),
    cycles('cycles of imports, types included', imports),
  ];
}
