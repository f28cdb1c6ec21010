import { DATA_WALLS } from './data-walls.ts';
import { folderOf, mayUse } from './folders.ts';
import { queryUses } from './query-uses.ts';
import { pathOf, type Node, type Rule } from './rule.ts';

const TABLES = new Set(Object.keys(DATA_WALLS));

/** Why a folder may not do this with a table, or undefined when it may. */
function dataProblem(folder: string, table: string, way: 'read' | 'write'): string | undefined {
  const { owner, readers = [], exceptions = [] } = DATA_WALLS[table]!;
  if (folder === owner || (way === 'read' && readers.includes(folder))) return undefined;
  const allowed = exceptions.find((one) => one.folder === folder)?.may;
  if (allowed === 'write' || allowed === way) return undefined;
  return `${folder} may not ${way === 'read' ? 'read' : 'write to'} ${table}, which ${owner} owns (scripts/walls/data-walls.ts).`;
}

/** Whether a file's queries are bound. Migrations change every table, and tests look everywhere. */
export function isBound(path: string): boolean {
  return (
    path.startsWith('server/src/') &&
    mayUse('sql', path) &&
    !/\.test\.ts$|\/test-support\/|^server\/src\/store\/(migrations\/|former-migrations)/.test(path)
  );
}

/** Each table only in the rooms that the table says. */
export const dataRule: Rule = {
  create(context) {
    const path = pathOf(context);
    const folder = folderOf(path);
    if (!folder || !isBound(path)) return {};
    return queryUses(TABLES, (node, table, way) => {
      const message = dataProblem(folder.name, table, way);
      if (message !== undefined) context.report({ node: node as Node, message });
    });
  },
};
