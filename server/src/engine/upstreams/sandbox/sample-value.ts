/** The most values created from a JSON Schema. Beyond it values are empty. */
const VALUES_LIMIT = 2_000;
/** Below the root: strict schemas may be ten deep (D-38). */
const DEPTH_LIMIT = 10;
const ITEMS_LIMIT = 32;
const STRING_LIMIT = 1_000;

type Schema = Readonly<Record<string, unknown>>;

const COMBINERS = ['$ref', 'allOf', 'anyOf', 'oneOf'] as const;

const FORMATS: Readonly<Record<string, string>> = {
  date: '2026-01-01',
  'date-time': '2026-01-01T12:00:00Z',
  time: '12:00:00Z',
  duration: 'PT1H',
  email: 'user@example.com',
  hostname: 'example.com',
  ipv4: '192.0.2.1',
  ipv6: '2001:db8::1',
  uri: 'https://example.com/',
  url: 'https://example.com/',
  uuid: '123e4567-e89b-42d3-a456-426614174000',
};

function isObject(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined;
}

/** Text that names its property, so that a person can tell the fields of a reply apart. */
function sampleString(schema: Schema, { name, variant }: Place): string {
  const known = typeof schema['format'] === 'string' ? FORMATS[schema['format']] : undefined;
  if (known !== undefined) return known;
  const base = ['sandbox', name, variant || undefined].filter((part) => part !== undefined).join(' ');
  const least = Math.min(numberOf(schema['minLength']) ?? 0, STRING_LIMIT);
  return base.padEnd(least, '-').slice(0, numberOf(schema['maxLength']) ?? STRING_LIMIT);
}

function sampleNumber(schema: Schema, whole: boolean, variant: number): number {
  const step = numberOf(schema['multipleOf']) ?? (whole ? 1 : 0);
  const above = numberOf(schema['exclusiveMinimum']);
  const below = numberOf(schema['exclusiveMaximum']);
  // Without a step, stays away from a strict bound by half of the gap between the bounds, or by one.
  const gap = above !== undefined && below !== undefined ? Math.min(1, (below - above) / 2) : 1;
  const least = numberOf(schema['minimum']) ?? (above === undefined ? undefined : above + (step || gap));
  const most = numberOf(schema['maximum']) ?? (below === undefined ? undefined : below - (step || gap));
  let value = 1;
  if (least !== undefined && value < least) value = least;
  if (most !== undefined && value > most) value = most;
  if (step > 0) {
    value = Math.ceil(value / step) * step;
    if (most !== undefined && value > most) value = Math.floor(most / step) * step;
    if (above !== undefined && value <= above) value += step;
  }
  return value + variant * (step || 1);
}

function typeOf(schema: Schema): string {
  const declared = schema['type'];
  if (typeof declared === 'string') return declared;
  const first = list(declared).find((name) => name !== 'null') ?? list(declared)[0];
  if (typeof first === 'string') return first;
  if (isObject(schema['properties']) || Array.isArray(schema['required'])) return 'object';
  if ('items' in schema || 'prefixItems' in schema || 'minItems' in schema) return 'array';
  return 'minimum' in schema || 'maximum' in schema || 'multipleOf' in schema ? 'number' : 'string';
}

/** Where a value stands. */
interface Place {
  readonly depth: number;
  /** Of the property that it is, or that it is an item of. */
  readonly name: string | undefined;
  /** Counts the items of a list, for `uniqueItems`. */
  readonly variant: number;
}

class Sampler {
  readonly #root: unknown;
  #left = VALUES_LIMIT;

  constructor(root: unknown) {
    this.#root = root;
  }

  sample(given: unknown, place: Place): unknown {
    const { variant } = place;
    const schema = this.#resolve(given);
    this.#left -= 1;
    if ('const' in schema) return schema['const'];
    const choices = list(schema['enum']);
    if (choices.length > 0) return choices[variant % choices.length];
    const type = typeOf(schema);
    if (type === 'object') return this.#object(schema, place.depth);
    if (type === 'array') return this.#array(schema, place);
    if (type === 'integer' || type === 'number') return sampleNumber(schema, type === 'integer', variant);
    if (type === 'boolean') return variant % 2 === 0;
    if (type === 'null') return null;
    return sampleString(schema, place);
  }

  /** The schema with local references resolved, `allOf` merged and the first usable alternative chosen. */
  #resolve(given: unknown): Schema {
    let schema = isObject(given) ? given : {};
    for (let hop = 0; hop < DEPTH_LIMIT; hop++) {
      if (!COMBINERS.some((keyword) => keyword in schema)) return schema;
      const { $ref: reference, allOf, anyOf, oneOf, ...own } = schema;
      const alternatives = [...list(anyOf), ...list(oneOf)];
      const parts = list(allOf).slice(0, ITEMS_LIMIT);
      if (typeof reference === 'string') parts.push(this.#follow(reference));
      if (alternatives.length > 0)
        parts.push(alternatives.find((part) => isObject(part) && part['type'] !== 'null') ?? alternatives[0]);
      schema = parts.filter(isObject).reduce<Schema>(mergeSchemas, own);
    }
    return schema;
  }

  #follow(reference: string): unknown {
    if (!reference.startsWith('#')) return {};
    let found: unknown = this.#root;
    for (const part of reference.slice(1).split('/').filter(Boolean)) {
      const key = part.replaceAll('~1', '/').replaceAll('~0', '~');
      found = isObject(found) && Object.hasOwn(found, key) ? found[key] : undefined;
    }
    return found;
  }

  #object(schema: Schema, depth: number): unknown {
    const properties = isObject(schema['properties']) ? schema['properties'] : {};
    const required = list(schema['required'])
      .slice(0, VALUES_LIMIT)
      .filter((name) => typeof name === 'string');
    // Includes optional properties only if there are no others: each is one more chance to be wrong.
    const names = required.length > 0 ? required : depth === 0 ? Object.keys(properties) : [];
    const entries: [string, unknown][] = [];
    for (const name of names) {
      if (depth >= DEPTH_LIMIT || this.#left <= 0) break;
      const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
      entries.push([name, this.sample(property, { depth: depth + 1, name, variant: 0 })]);
    }
    return Object.fromEntries(entries);
  }

  #array(schema: Schema, { depth, name }: Place): unknown {
    const prefix = list(schema['prefixItems']);
    const wanted = Math.max(numberOf(schema['minItems']) ?? 1, prefix.length);
    const most = Math.min(numberOf(schema['maxItems']) ?? ITEMS_LIMIT, ITEMS_LIMIT);
    const items: unknown[] = [];
    while (items.length < Math.min(wanted, most)) {
      if (depth >= DEPTH_LIMIT || this.#left <= 0) break;
      const item = prefix[items.length] ?? schema['items'];
      items.push(this.sample(item, { depth: depth + 1, name, variant: items.length }));
    }
    return items;
  }
}

function mergeSchemas(left: Schema, right: Schema): Schema {
  const merged: Record<string, unknown> = { ...left, ...right };
  if (isObject(left['properties']) && isObject(right['properties']))
    merged['properties'] = { ...left['properties'], ...right['properties'] };
  if (left['required'] && right['required'])
    merged['required'] = [...new Set([...list(left['required']), ...list(right['required'])])];
  return merged;
}

/**
 * A value that matches a JSON Schema, always the same for the same schema. Supports types, enum, const,
 * required, nesting, arrays, bounds, common formats, local references and combinations; not `pattern`, `not`
 * and conditionals. Depth, items, string length and the number of values are bounded, so that a hostile
 * schema costs nothing.
 */
export function sampleValue(schema: unknown): unknown {
  return new Sampler(schema).sample(schema, { depth: 0, name: undefined, variant: 0 });
}

/** The same for a tool's `parameters`, which always describe an object. */
export function sampleArguments(parameters: unknown): unknown {
  const value = sampleValue({ ...(isObject(parameters) ? parameters : {}), type: 'object' });
  return isObject(value) ? value : {};
}
