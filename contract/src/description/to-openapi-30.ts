import type { ApiDescription, JsonObject } from './api-description.ts';

const LICENSE_URL = 'https://www.apache.org/licenses/LICENSE-2.0';
/** Where a document of OpenAPI holds data, which may look like a schema. */
const DATA = new Set(['example', 'examples', 'default', 'enum', 'value']);
/** Keywords of JSON Schema that OpenAPI 3.0 has not, and whose loss makes a schema wider. */
const UNKNOWN = ['propertyNames', 'contentEncoding', 'contentMediaType', '$schema', '$comment', 'examples'];
/** What only null is. */
const NULL = { type: 'string', nullable: true, enum: [null] };
const MAPS = ['properties'] as const;
const LISTS = ['anyOf', 'oneOf', 'allOf'] as const;
const SINGLE = ['items', 'additionalProperties', 'not'] as const;

/** A description of OpenAPI 3.1 as OpenAPI 3.0.3 (OAS-03), which more tools read: what 3.0 cannot say is said wider. */
export function toOpenApi30(description: ApiDescription): ApiDescription {
  const { info, components, ...rest } = description;
  const { summary: _summary, license, ...about } = info as { summary?: string; license: JsonObject };
  return {
    ...(walk(rest) as ApiDescription),
    openapi: '3.0.3',
    info: { ...about, license: { name: license['name'], url: LICENSE_URL } },
    components: {
      ...(walk(components) as ApiDescription['components']),
      schemas: mapValues(components.schemas, toSchema30),
    },
  };
}

function walk(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(walk);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => {
      if (DATA.has(name)) return [name, inner as unknown];
      return [name, name === 'schema' ? toSchema30(inner as JsonObject) : walk(inner)];
    }),
  );
}

function toSchema30(schema: JsonObject): JsonObject {
  const { $ref: reference, ...beside } = withInner(schema);
  if (reference === undefined) return toNullable(toBounds(toChoice(beside)));
  // Beside a reference everything is ignored.
  return Object.keys(beside).length === 0 ? { $ref: reference } : { ...beside, allOf: [{ $ref: reference }] };
}

function withInner(schema: JsonObject): JsonObject {
  const inner = { ...schema };
  for (const name of UNKNOWN) delete inner[name];
  for (const name of MAPS) if (inner[name]) inner[name] = mapValues(inner[name] as Schemas, toSchema30);
  for (const name of LISTS) if (inner[name]) inner[name] = (inner[name] as JsonObject[]).map(asBranch);
  for (const name of SINGLE)
    if (typeof inner[name] === 'object') inner[name] = toSchema30(inner[name] as JsonObject);
  return inner;
}

/** A branch that is null stays what it is, until its union has become nullable. */
function asBranch(schema: JsonObject): JsonObject {
  return isNull(schema) ? schema : toSchema30(schema);
}

function isNull({ type }: JsonObject): boolean {
  return type === 'null';
}

function toChoice({ const: only, ...schema }: JsonObject): JsonObject {
  if (only === undefined) return schema;
  return { ...(schema['type'] === undefined ? { type: typeof only } : {}), ...schema, enum: [only] };
}

function toBounds(schema: JsonObject): JsonObject {
  const { exclusiveMinimum: above, exclusiveMaximum: below, ...rest } = schema;
  return {
    ...rest,
    ...(typeof above === 'number' ? { minimum: above, exclusiveMinimum: true } : {}),
    ...(typeof below === 'number' ? { maximum: below, exclusiveMaximum: true } : {}),
  };
}

/** Null is a value like any other where there is a choice; `nullable` means nothing without a type. */
function toNullable(schema: JsonObject): JsonObject {
  const { type, anyOf, ...rest } = schema as JsonObject & { anyOf?: JsonObject[] };
  if (type === 'null') return { ...rest, ...NULL };
  if (Array.isArray(type)) {
    const [first] = type.filter((one) => one !== 'null') as string[];
    return type.includes('null') ? withNull({ ...rest, type: first }) : { ...rest, type: first };
  }
  if (!anyOf?.some(isNull)) return schema;
  const branches = anyOf.filter((branch) => !isNull(branch));
  const [only] = branches;
  return branches.length === 1 && only!['type'] !== undefined
    ? withNull({ ...only, ...rest })
    : { ...rest, anyOf: [...branches, NULL] };
}

function withNull(schema: JsonObject): JsonObject {
  const choices = schema['enum'] as unknown[] | undefined;
  return { ...schema, nullable: true, ...(choices ? { enum: [...choices, null] } : {}) };
}

type Schemas = Readonly<Record<string, JsonObject>>;

function mapValues(schemas: Schemas, change: (schema: JsonObject) => JsonObject): Record<string, JsonObject> {
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, change(schema)]));
}
