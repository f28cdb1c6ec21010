import { isObject, type Fields } from './fields.ts';

/** Keywords that hold one schema, several by number, several by name. Those that describe the same value are no level. */
const SAME_VALUE = ['anyOf', 'oneOf', 'allOf', 'not', 'if', 'then', 'else'];
const INNER_VALUE = [
  'items',
  'prefixItems',
  'additionalItems',
  'contains',
  'properties',
  'patternProperties',
];
const DEFINITIONS = ['$defs', 'definitions'];
/** Of these the names are the caller's, and each value is a schema. */
const BY_NAME = new Set(['properties', 'patternProperties', ...DEFINITIONS]);

function schemasUnder(schema: Fields, keyword: string): Fields[] {
  const value = Object.hasOwn(schema, keyword) ? schema[keyword] : undefined;
  if (Array.isArray(value)) return value.filter(isObject);
  if (!isObject(value)) return [];
  return BY_NAME.has(keyword) ? Object.values(value).filter(isObject) : [value];
}

function describesObjects({ type, properties }: Fields): boolean {
  return type === 'object' || (Array.isArray(type) && type.includes('object')) || properties !== undefined;
}

function isClosed({ additionalProperties, properties, required }: Fields): boolean {
  if (additionalProperties !== false) return false;
  const named = new Set<unknown>(Array.isArray(required) ? required : []);
  return Object.keys(isObject(properties) ? properties : {}).every((name) => named.has(name));
}

/**
 * What keeps a schema from being strict, as the end of a sentence: its objects list all they may hold and must hold all
 * of it, and they and their lists are nested at most `mostLevels` deep (D-38). References are not followed: what they
 * point to stands in the schema too. `schema` may be no valid one: that is found out later.
 */
export function strictnessProblem(schema: Fields, mostLevels: number, level = 0): string | undefined {
  const isObjects = describesObjects(schema);
  if (isObjects && !isClosed(schema))
    return 'must have additionalProperties false and require all properties of each object, to be strict';
  const inner = INNER_VALUE.flatMap((keyword) => schemasUnder(schema, keyword));
  const ownLevel = isObjects || inner.length > 0 ? level + 1 : level;
  if (ownLevel > mostLevels) return `may be nested at most ${mostLevels} levels deep, to be strict`;
  const find = (schemas: Fields[], from: number): string | undefined => {
    for (const each of schemas) {
      const problem = strictnessProblem(each, mostLevels, from);
      if (problem !== undefined) return problem;
    }
    return undefined;
  };
  const under = (keywords: string[]): Fields[] =>
    keywords.flatMap((keyword) => schemasUnder(schema, keyword));
  return find(inner, ownLevel) ?? find(under(SAME_VALUE), level) ?? find(under(DEFINITIONS), 0);
}
