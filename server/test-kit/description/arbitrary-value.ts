import fc from 'fast-check';
import type { Json } from './described-api.ts';

type Resolve = (schema: Json) => Json;

const MAX_ITEMS = 3;
const MAX_CHARACTERS = 60;
const DEPTH = 5;

/** Stands for the id of an object that exists when the request is sent. */
export const knownId = (name: string): fc.Arbitrary<string> =>
  fc.nat({ max: 20 }).map((index) => `known:${name}:${index}`);

/** Values that a schema allows; most of those of a field called `…_id` are ids of objects that exist. */
export function arbitraryValue(schema: Json, resolve: Resolve, depth = DEPTH): fc.Arbitrary<unknown> {
  const { $ref: reference, const: only, enum: choices, anyOf, oneOf, allOf } = schema;
  const inner = (one: Json): fc.Arbitrary<unknown> => arbitraryValue(one, resolve, depth);
  if (typeof reference === 'string') return arbitraryValue(resolve(schema), resolve, depth - 1);
  if (only !== undefined) return fc.constant(only);
  if (Array.isArray(choices)) return fc.constantFrom(...(choices as unknown[]));
  if (allOf !== undefined) return inner(Object.assign({}, ...(allOf as Json[]).map(resolve)) as Json);
  const unions = (anyOf ?? oneOf) as readonly Json[] | undefined;
  if (unions) return fc.oneof(...unions.map(inner));
  return arbitraryOfType(schema, resolve, depth);
}

function arbitraryOfType(schema: Json, resolve: Resolve, depth: number): fc.Arbitrary<unknown> {
  const { minimum, maximum, exclusiveMinimum } = schema as Readonly<Record<string, number | undefined>>;
  switch (schema['type']) {
    case 'string':
      return arbitraryText(schema);
    case 'integer':
      return fc.integer({ min: minimum ?? 0, max: maximum ?? (minimum ?? 0) + 10_000 });
    case 'number':
      return fc.double({
        min: minimum ?? (exclusiveMinimum ?? -100) + 1e-3,
        max: maximum ?? 100,
        noNaN: true,
      });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array':
      return arbitraryList(schema, resolve, depth);
    case 'object':
      return arbitraryObject(schema, resolve, depth);
    default:
      return fc.jsonValue({ maxDepth: 2 });
  }
}

function arbitraryText(schema: Json): fc.Arbitrary<string> {
  const {
    format,
    pattern,
    minLength = 0,
    maxLength = MAX_CHARACTERS,
  } = schema as {
    format?: string;
    pattern?: string;
    minLength?: number;
    maxLength?: number;
  };
  const length = { minLength, maxLength: Math.max(minLength, Math.min(maxLength, MAX_CHARACTERS)) };
  if (format === 'date-time')
    return fc
      .date({ min: new Date('2026-01-01'), max: new Date('2027-01-01'), noInvalidDate: true })
      .map((date) => date.toISOString());
  if (format === 'date')
    return fc.integer({ min: 1, max: 28 }).map((day) => `2026-11-${String(day).padStart(2, '0')}`);
  if (format === 'uri') return fc.constantFrom('https://hooks.acme.example/a', 'https://acme.example/b?c=d');
  if (format === 'email') return fc.stringMatching(/^[a-z]{1,12}$/).map((name) => `${name}@acme.example`);
  const text =
    pattern === undefined
      ? fc.string({ unit: 'grapheme', ...length })
      : fc.stringMatching(new RegExp(pattern), { maxLength: length.maxLength });
  return text.filter((one) => characters(one) >= minLength && characters(one) <= maxLength);
}

/** Code points, which is what JSON Schema counts. */
function characters(text: string): number {
  return Array.from(text).length;
}

function arbitraryList(
  { items = {}, minItems = 0, maxItems = MAX_ITEMS }: Json,
  resolve: Resolve,
  depth: number,
) {
  const least = minItems as number;
  const most = depth <= 0 ? least : Math.max(least, Math.min(maxItems as number, MAX_ITEMS));
  return fc.array(arbitraryValue(items as Json, resolve, depth - 1), { minLength: least, maxLength: most });
}

function arbitraryObject(schema: Json, resolve: Resolve, depth: number): fc.Arbitrary<unknown> {
  const {
    properties = {},
    required = [],
    additionalProperties: others,
  } = schema as {
    properties?: Record<string, Json>;
    required?: readonly string[];
    additionalProperties?: Json | boolean;
  };
  const fields = Object.entries(properties).filter(([name]) => depth > 0 || required.includes(name));
  const named = fc.record(
    Object.fromEntries(
      fields.map(([name, field]) => {
        const value = arbitraryValue(field, resolve, depth - 1);
        return [
          name,
          name.endsWith('_id') ? fc.oneof({ weight: 4, arbitrary: knownId(name) }, value) : value,
        ];
      }),
    ),
    { requiredKeys: required.filter((name) => name in properties) as never[] },
  );
  if (typeof others !== 'object' || depth <= 0) return named;
  const names = fc.stringMatching(/^[a-z]{1,8}$/);
  const dictionary = fc.dictionary(names, arbitraryValue(others, resolve, depth - 1), {
    maxKeys: MAX_ITEMS,
  });
  return fc.tuple(dictionary, named).map(([free, fixed]) => ({ ...free, ...(fixed as object) }));
}
