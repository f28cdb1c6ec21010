import { z } from 'zod';
import { sampleValues } from './sample-value.ts';

type JsonSchema = Readonly<Record<string, unknown>>;
type Path = readonly (string | number)[];

/** A body with one value that its schema does not take. */
export interface BodyFault {
  /** The place as errors name it, `overrides[0].model`. */
  readonly param: string;
  readonly body: unknown;
}

/** One body for each bound, list of words and type that a schema has in some place; alternatives with more than one form aside. */
export function bodyFaults(schema: z.ZodType, known: Readonly<Record<string, string>>): BodyFault[] {
  const json = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    reused: 'inline',
  }) as JsonSchema;
  const [sample] = sampleValues(schema, known);
  return placesOf(json, sample, []).flatMap(({ path, schema: place, value }) =>
    wrongValues(place, value).map((wrong) => ({ param: nameOf(path), body: withValue(sample, path, wrong) })),
  );
}

interface Place {
  readonly path: Path;
  readonly schema: JsonSchema;
  readonly value: unknown;
}

function placesOf(given: JsonSchema, value: unknown, path: Path): Place[] {
  const schema = withoutNull(given);
  // Samples leave some fields out.
  if (!schema || value === undefined) return [];
  const inner = Object.entries((schema['properties'] ?? {}) as Record<string, JsonSchema>).flatMap(
    ([name, property]) => placesOf(property, (value as Record<string, unknown>)[name], [...path, name]),
  );
  const items =
    Array.isArray(value) && value.length > 0
      ? placesOf(schema['items'] as JsonSchema, value[0] as unknown, [...path, 0])
      : [];
  return [...(path.length > 0 ? [{ path, schema, value }] : []), ...inner, ...items];
}

/** The one form of a value that may be null, too. Undefined: it has several. */
function withoutNull(schema: JsonSchema): JsonSchema | undefined {
  const forms = (schema['anyOf'] ?? schema['oneOf'] ?? [schema]) as readonly JsonSchema[];
  const others = forms.filter(({ type }) => type !== 'null');
  return others.length === 1 ? others[0] : undefined;
}

function wrongValues(schema: JsonSchema, value: unknown): unknown[] {
  const { type, maxLength, minLength, minimum, maximum, maxItems, minItems } = schema as {
    type?: string;
    maxLength?: number;
    minLength?: number;
    minimum?: number;
    maximum?: number;
    maxItems?: number;
    minItems?: number;
  };
  const isGiven = (bound: number | undefined): bound is number =>
    bound !== undefined && Math.abs(bound) < Number.MAX_SAFE_INTEGER;
  switch (type) {
    case 'string':
      return [
        7,
        ...(schema['enum'] ? ['nonsense', ''] : []),
        ...(isGiven(maxLength) ? ['x'.repeat(maxLength + 1)] : []),
        ...(minLength ? ['x'.repeat(minLength - 1)] : []),
      ];
    case 'integer':
    case 'number':
      return [
        'x',
        ...(type === 'integer' ? [1.5] : []),
        ...(isGiven(minimum) ? [minimum - 1] : []),
        ...(isGiven(maximum) ? [maximum + 1] : []),
      ];
    case 'boolean':
      return ['true', 1];
    case 'array':
      return [
        'x',
        {},
        ...(isGiven(maxItems) ? [Array.from({ length: maxItems + 1 }, () => (value as unknown[])[0])] : []),
        ...(minItems ? [[]] : []),
      ];
    case 'object':
      return ['x', []];
    default:
      return [];
  }
}

function nameOf(path: Path): string {
  return path
    .map((part, i) => (typeof part === 'number' ? `[${part}]` : i === 0 ? part : `.${part}`))
    .join('');
}

function withValue(value: unknown, [first, ...rest]: Path, wrong: unknown): unknown {
  if (first === undefined) return wrong;
  if (Array.isArray(value))
    return value.map((item, i) => (i === first ? withValue(item, rest, wrong) : (item as unknown)));
  const object = value as Record<string, unknown>;
  return { ...object, [first]: withValue(object[first], rest, wrong) };
}
