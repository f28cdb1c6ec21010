import { z } from 'zod';
import type { LimitValues } from '../limits.ts';
import { BOUNDS } from '../schemas/bounds.ts';
import { referTo, type JsonObject } from './api-description.ts';

const DEFINITION = '"#/$defs/';
const COMPONENT = '"#/components/schemas/';
/** What zod writes for a whole number without limits. It says nothing to a reader. */
const SAFE_BOUNDS: readonly (readonly [keyword: string, bound: number])[] = [
  ['minimum', Number.MIN_SAFE_INTEGER],
  ['maximum', Number.MAX_SAFE_INTEGER],
];

function simplify(schema: JsonObject): void {
  for (const [keyword, bound] of SAFE_BOUNDS) if (schema[keyword] === bound) delete schema[keyword];
  // The format says the same, and can be read.
  if (schema['format'] !== undefined) delete schema['pattern'];
}

/** Zod leaves out the default of what it transforms. Callers see it all the same, where it is a plain value. */
function keepDefault(schema: JsonObject, source: z.core.$ZodType): void {
  if (!(source instanceof z.ZodDefault) || schema['default'] !== undefined) return;
  const value: unknown = source.def.defaultValue;
  const type = typeof value === 'number' ? ['integer', 'number'] : [typeof value];
  if (type.includes(schema['type'] as string)) schema['default'] = value;
}

/** Writes the numbers of a deployment in place of the contract's. */
function applyBounds(schema: JsonObject, source: z.core.$ZodType, limits: LimitValues): void {
  const { keywords = {}, description } = BOUNDS.get(source) ?? {};
  for (const [keyword, limit] of Object.entries(keywords))
    if (schema[keyword] !== undefined) schema[keyword] = limits[limit];
  if (description) schema['description'] = description(limits);
}

/** Converts schemas for a description. Those with a name become components, each once, and are referred to. */
export class SchemaComponents {
  readonly schemas: Record<string, JsonObject> = {};
  readonly #limits: LimitValues;

  constructor(limits: LimitValues) {
    this.#limits = limits;
  }

  /** The schema as JSON Schema, or a reference to it. A schema without an id of its own is called `name`; without one it stays in its place. */
  add(schema: z.ZodType, name?: string): JsonObject {
    // Within an object, so that a schema with an id is a definition wherever it stands. `input` also for answers: as output every
    // object would forbid the fields that later versions add.
    const whole = z.toJSONSchema(z.object({ it: schema }), {
      io: 'input',
      override: ({ jsonSchema, zodSchema }) => {
        applyBounds(jsonSchema, zodSchema, this.#limits);
        keepDefault(jsonSchema, zodSchema);
        simplify(jsonSchema);
      },
    });
    const text = JSON.stringify(whole).replaceAll(DEFINITION, COMPONENT);
    const { properties, $defs = {} } = JSON.parse(text) as {
      properties: { it: JsonObject };
      $defs?: Record<string, JsonObject>;
    };
    Object.assign(this.schemas, $defs);
    return name === undefined || '$ref' in properties.it ? properties.it : this.put(name, properties.it);
  }

  /** Keeps a schema under a name and refers to it. */
  put(name: string, schema: JsonObject): JsonObject {
    this.schemas[name] = schema;
    return referTo('schemas', name);
  }
}
