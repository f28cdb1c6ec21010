import { Visitor } from 'oxc-parser';
import { parseSource, placeOf } from '../syntax/parse-source.ts';
import { isBound } from '../walls/data-rule.ts';
import { DATA_WALLS } from '../walls/data-walls.ts';
import { folderOf } from '../walls/folders.ts';
import { queryUses } from '../walls/query-uses.ts';
import { type Figure, sourcesIn, type Tree } from './figure.ts';

/** Queries that use the table of another room: joins in the order of the walls, and what the table of the walls lists with a reason. */
export function tableUses(tree: Tree): Figure[] {
  const found = { reads: [] as string[], exceptions: [] as string[] };
  for (const file of sourcesIn(tree, 'server/src').filter(({ path }) => isBound(path))) {
    const folder = folderOf(file.path)!.name;
    const note = (node: unknown, table: string, way: 'read' | 'write'): void => {
      const { owner, readers = [] } = DATA_WALLS[table]!;
      if (owner === folder) return;
      const kind = way === 'read' && readers.includes(folder) ? 'reads' : 'exceptions';
      found[kind].push(`${placeOf(file, (node as { start: number }).start)} ${way}s ${table} of ${owner}`);
    };
    new Visitor(queryUses(new Set(Object.keys(DATA_WALLS)), note)).visit(parseSource(file));
  }
  const { reads, exceptions } = found;
  return [
    { name: "uses of another room's table in the order of the walls", value: reads.length, places: reads },
    {
      name: 'uses of tables that are exceptions with a reason',
      value: exceptions.length,
      places: exceptions,
    },
  ];
}
