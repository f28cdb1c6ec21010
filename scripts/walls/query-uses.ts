import { QUERY_OPENERS } from './table.ts';

/** The little of a syntax tree that a query shows itself by. oxlint's nodes and oxc-parser's are both of this shape. */
interface Part {
  readonly type: string;
  readonly name?: unknown;
  readonly value?: unknown;
}

interface Call {
  readonly callee: Part & { readonly property?: Part };
  readonly arguments: readonly (Part | null)[];
}

interface Tagged {
  readonly tag: Part;
  readonly quasi: { readonly quasis: readonly { readonly value: { readonly raw: string } }[] };
}

interface List {
  readonly elements: readonly (Part | null)[];
}

export type TableUse = (node: unknown, table: string, way: 'read' | 'write') => void;

const WRITERS = new Set([
  'insertInto',
  'updateTable',
  'deleteFrom',
  'mergeInto',
  'replaceInto',
  'deleteInSteps',
]);
const JOINS = new Set(['innerJoin', 'leftJoin', 'rightJoin', 'fullJoin', 'using', 'from', 'table']);
const RAW = /\b(delete\s+from|insert\s+into|merge\s+into|update|from|join|using|table)\s+\(?\s*([a-z_]+)/g;
const RAW_WRITE = /^(delete|insert|merge|update)/;

/**
 * What a file does with tables: by Kysely's builder, by functions that are given a table's name, by lists of names, and by SQL in
 * templates. A name put together at run time is not seen; no store does that.
 */
export function queryUses(tables: ReadonlySet<string>, use: TableUse) {
  const tableOf = (part: Part | null): string | undefined => {
    const [name] = part?.type === 'Literal' && typeof part.value === 'string' ? part.value.split(' as ') : [];
    return name !== undefined && tables.has(name) ? name : undefined;
  };
  return {
    CallExpression(node: Call): void {
      const { callee } = node;
      const method = String((callee.type === 'MemberExpression' ? callee.property : callee)?.name);
      if (callee.type === 'MemberExpression' && !QUERY_OPENERS.includes(method) && !JOINS.has(method)) return;
      for (const one of node.arguments) {
        const table = tableOf(one);
        if (table !== undefined) use(one, table, WRITERS.has(method) ? 'write' : 'read');
      }
    },
    ArrayExpression(node: List): void {
      const named = node.elements.map(tableOf);
      if (named.includes(undefined)) return;
      for (const [at, table] of named.entries()) use(node.elements[at], table!, 'read');
    },
    TaggedTemplateExpression(node: Tagged): void {
      if (node.tag.name !== 'sql') return;
      const text = node.quasi.quasis.map(({ value }) => value.raw).join(' ? ');
      for (const [, verb = '', table = ''] of text.matchAll(RAW))
        if (tables.has(table)) use(node, table, RAW_WRITE.test(verb) ? 'write' : 'read');
    },
  };
}
