/**
 * Names of parameters that a tool wants in HTTP headers, too (revision 2026-07-28, "Custom headers from tool parameters"). The library
 * checks the same, but only in a listing that has no bounds; see `listTools`.
 */
const ANNOTATION = 'x-mcp-header';
const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const TYPES: ReadonlySet<unknown> = new Set(['string', 'integer', 'boolean']);
/** Keywords with one schema or a list of them, and those with schemas by name. None of them leads to a parameter of every call. */
const NESTED =
  'items prefixItems contains additionalItems additionalProperties unevaluatedItems unevaluatedProperties propertyNames oneOf anyOf allOf not if then else'.split(
    ' ',
  );
const NAMED = ['patternProperties', 'dependentSchemas', '$defs', 'definitions'];

type Schema = Readonly<Record<string, unknown>>;

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null;
}

function children(node: Schema, keywords: readonly string[]): unknown[] {
  return keywords.flatMap((keyword) => (isSchema(node[keyword]) ? Object.values(node[keyword]) : []));
}

function isAnnotated(node: unknown): boolean {
  if (!isSchema(node)) return false;
  const below = NESTED.flatMap((keyword) => node[keyword]);
  return ANNOTATION in node || [...below, ...children(node, ['properties', ...NAMED])].some(isAnnotated);
}

/** Whether the annotations below a schema that a chain of `properties` leads to are valid. Adds their names to `names`. */
function areValid(node: unknown, names: Set<string>): boolean {
  if (!isSchema(node)) return true;
  if ([...NESTED.flatMap((keyword) => node[keyword]), ...children(node, NAMED)].some(isAnnotated))
    return false;
  return children(node, ['properties']).every((property) => {
    if (isSchema(property) && ANNOTATION in property) {
      const { [ANNOTATION]: name, type } = property;
      if (typeof name !== 'string' || !TOKEN.test(name) || !TYPES.has(type)) return false;
      if (names.has(name.toLowerCase())) return false;
      names.add(name.toLowerCase());
    }
    return areValid(property, names);
  });
}

/** False for a tool that a client must leave out: it could not be called as the server wants it. */
export function hasValidHeaders(inputSchema: unknown): boolean {
  return !(isSchema(inputSchema) && ANNOTATION in inputSchema) && areValid(inputSchema, new Set());
}
