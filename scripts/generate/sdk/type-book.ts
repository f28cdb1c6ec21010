import { z } from 'zod';
import { comment, printType, type JsonSchema } from './print-type.ts';

/** What a schema is of: a body or query as a caller writes it, or an answer as a caller reads it. */
export type Side = 'body' | 'query' | 'answer';

/** Collects the types that operations speak of, each under one name. */
export interface TypeBook {
  /** Adds a schema and everything it refers to; gives the name it has in the book: its id, or `name` where it has none. */
  add(schema: z.ZodType, side: Side, name: string): string;
  /** The names in it, in order. */
  names(): readonly string[];
  /** All types, each exported, in the order of their names. */
  print(): string;
}

function declaration(name: string, schema: JsonSchema): string {
  const type = printType(schema);
  const head = comment(schema.description, '');
  const isInterface = schema.type === 'object' && type.startsWith('{');
  return isInterface
    ? `${head}export interface ${name} ${type}\n`
    : `${head}export type ${name} = ${type};\n`;
}

const TRUTH: JsonSchema = { type: 'boolean' };
/** On the wire a query is text. Here what is `true` or `false` is a boolean. */
function unquoted(schema: JsonSchema): JsonSchema {
  const { description } = schema;
  const isTruth = schema.enum?.length === 2 && schema.enum.includes('true') && schema.enum.includes('false');
  return isTruth ? { ...TRUTH, ...(description === undefined ? {} : { description }) } : schema;
}

function unquotedQuery(query: JsonSchema): JsonSchema {
  const properties = Object.entries(query.properties ?? {}).map(
    ([name, schema]) => [name, unquoted(schema)] as const,
  );
  return { ...query, properties: Object.fromEntries(properties) };
}

export function createTypeBook(): TypeBook {
  const declarations = new Map<string, string>();
  const write = (name: string, schema: JsonSchema): void => {
    const text = declaration(name, schema);
    const known = declarations.get(name);
    // Two meanings under one name would silently become one of them.
    if (known !== undefined && known !== text)
      throw new Error(`Two different types are called ${name}:\n${known}\n${text}`);
    declarations.set(name, text);
  };
  const names = (): string[] => [...declarations.keys()].toSorted((a, b) => a.localeCompare(b, 'en'));
  return {
    add(schema, side, name) {
      const { $defs = {}, ...whole } = z.toJSONSchema(schema, {
        io: side === 'answer' ? 'output' : 'input',
      }) as JsonSchema;
      for (const [id, definition] of Object.entries($defs)) write(id, definition);
      const id = whole.$ref?.slice(whole.$ref.lastIndexOf('/') + 1);
      if (id !== undefined) return id;
      write(name, side === 'query' ? unquotedQuery(whole) : whole);
      return name;
    },
    names,
    print: () =>
      names()
        .map((name) => declarations.get(name)!)
        .join('\n'),
  };
}
