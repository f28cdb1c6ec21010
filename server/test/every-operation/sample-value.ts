import fc from 'fast-check';
import { z } from 'zod';

type JsonSchema = Readonly<Record<string, unknown>>;
type Path = readonly (string | number)[];

/** How many samples a schema gets: each takes another branch of every union, and another word of every choice. */
const VARIANTS = 4;
const DEPTH = 8;
/** A strict tool needs a schema that a sample has not, and reasoning is an effort or a number of tokens. */
const LEFT_OUT: ReadonlySet<string> = new Set(['strict', 'reasoning']);

/** Values that a schema allows, every optional field included. `known` are values of fields by name. */
export function sampleValues(schema: z.ZodType, known: Readonly<Record<string, string>>): unknown[] {
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema;
  const definitions = (json['$defs'] ?? {}) as Readonly<Record<string, JsonSchema>>;
  return Array.from({ length: VARIANTS }, (_, variant) =>
    new Sampler({ variant, definitions, known }).sample(json, '', DEPTH),
  );
}

interface SamplerParts {
  readonly variant: number;
  readonly definitions: Readonly<Record<string, JsonSchema>>;
  readonly known: Readonly<Record<string, string>>;
}

class Sampler {
  readonly #parts: SamplerParts;

  constructor(parts: SamplerParts) {
    this.#parts = parts;
  }

  sample(schema: JsonSchema, name: string, depth: number): unknown {
    const { variant, definitions } = this.#parts;
    const { $ref: reference, const: only, enum: choices, anyOf, oneOf, allOf } = schema;
    const pick = <T>(list: readonly T[]): T => list[variant % list.length]!;
    if (typeof reference === 'string')
      return depth <= 0 ? {} : this.sample(definitions[reference.split('/').at(-1)!] ?? {}, name, depth - 1);
    if (only !== undefined) return only;
    if (Array.isArray(choices)) return pick(choices);
    const branches = (anyOf ?? oneOf) as readonly JsonSchema[] | undefined;
    if (branches) return this.sample(pick(branches), name, depth);
    if (allOf !== undefined) return this.sample(Object.assign({}, ...(allOf as object[])), name, depth);
    return this.#ofType(schema, name, depth);
  }

  #ofType(schema: JsonSchema, name: string, depth: number): unknown {
    const { minimum, maximum } = schema as { minimum?: number; maximum?: number };
    const { type } = schema;
    // Null comes last.
    switch (Array.isArray(type) ? (type[0] as unknown) : type) {
      case 'string':
        return this.#parts.known[name] ?? sampleText(schema);
      case 'integer':
      case 'number':
        return Math.min(Math.max(minimum ?? 1, 1), maximum ?? 1);
      case 'boolean':
        return true;
      case 'null':
        return null;
      case 'array':
        return depth <= 0 ? [] : [this.sample((schema['items'] ?? {}) as JsonSchema, name, depth - 1)];
      case 'object':
        return this.#object(schema, depth);
      default:
        return 'text';
    }
  }

  #object({ properties, additionalProperties: others }: JsonSchema, depth: number): unknown {
    const fields = Object.entries((properties ?? {}) as Record<string, JsonSchema>)
      .filter(([name]) => !LEFT_OUT.has(name))
      .map(([name, field]) => [name, this.sample(field, name, depth - 1)]);
    const more =
      typeof others === 'object' && depth > 0
        ? [['free', this.sample(others as JsonSchema, 'free', depth - 1)]]
        : [];
    return Object.fromEntries([...fields, ...more]) as unknown;
  }
}

function sampleText({ format, pattern, minLength = 0 }: JsonSchema): string {
  if (format === 'date-time') return '2026-11-01T00:00:00Z';
  if (format === 'date') return '2026-11-01';
  if (format === 'uri') return 'https://hooks.acme.example/a';
  if (format === 'email') return 'new@acme.example';
  if (typeof pattern === 'string')
    return fc.sample(fc.stringMatching(new RegExp(pattern), { maxLength: 80 }), { seed: 1, numRuns: 1 })[0]!;
  return 'text'.padEnd(minLength as number, 'x');
}

/** The value with each of its texts, and each name of a field that callers choose, replaced in turn. */
export function withTextReplaced(value: unknown, hostile: string): unknown[] {
  return placesOf(value, []).map((path) => replaceAt(value, path, hostile));
}

function placesOf(value: unknown, path: Path): Path[] {
  if (typeof value === 'string') return [path];
  if (Array.isArray(value)) return value.flatMap((item, i) => placesOf(item, [...path, i]));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => [
    ...placesOf(inner, [...path, name]),
    ...(name === 'free' ? [[...path, { name }] as unknown as Path] : []),
  ]);
}

function replaceAt(value: unknown, [first, ...rest]: Path, hostile: string): unknown {
  if (first === undefined) return hostile;
  if (Array.isArray(value))
    return value.map((item, i) => (i === first ? replaceAt(item, rest, hostile) : item));
  const entries = Object.entries(value as object);
  if (typeof first === 'object')
    return Object.fromEntries(entries.map(([name, inner]) => [name === 'free' ? hostile : name, inner]));
  return Object.fromEntries(
    entries.map(([name, inner]) => [name, name === first ? replaceAt(inner, rest, hostile) : inner]),
  );
}
