import type { GbnfJsonSchema } from 'node-llama-cpp';

/**
 * Schema parts that become grammar. Beyond it any value is admitted, so that a hostile schema cannot grow the
 * grammar.
 */
const PARTS_LIMIT = 200;
/** The maximum depth of strict schemas (D-38). */
const DEPTH_LIMIT = 10;
const ALTERNATIVES_LIMIT = 16;
const REFERENCES_LIMIT = 8;
const TYPES = ['string', 'number', 'integer', 'boolean', 'null'] as const;

/**
 * Keywords that the grammar implements, and those without constraints. Any other may reject what the grammar
 * admits.
 */
const FOLLOWED = new Set([
  'type',
  'enum',
  'const',
  'anyOf',
  'properties',
  'required',
  'additionalProperties',
  'items',
  '$ref',
]);
const IDLE = new Set([
  '$schema',
  '$id',
  '$comment',
  '$defs',
  'definitions',
  'title',
  'description',
  'default',
  'examples',
  'format',
]);

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/**
 * Refuses names and words with control characters, quotes or backslashes, and very long ones: the native
 * grammar parser fails on some of them, and then prints the whole grammar, which is callers' text, to stderr.
 */
function requirePlain(word: string): void {
  if (!/^[^\p{C}"\\]{0,200}$/u.test(word)) throw new RangeError('a schema word cannot be put into a grammar');
}

function isScalar(value: unknown): value is string | number | boolean | null {
  if (typeof value === 'string') requirePlain(value);
  return value === null || ['string', 'number', 'boolean'].includes(typeof value);
}

/**
 * Copies only what the grammar builder handles in bounded size: types, enum, const, properties, items,
 * alternatives and local references. Omits bounds, patterns and repetitions: the builder expands `minItems:
 * 1e9` literally. Throws RangeError for words that a grammar cannot contain.
 */
export class SchemaReducer {
  /** Whether everything the grammar so far admits also matches its schema. */
  exact = true;
  #left = PARTS_LIMIT;
  readonly #root: unknown;

  /** `root`: where local references start. */
  constructor(root: unknown) {
    this.#root = root;
  }

  reduce(given: unknown, depth = 0): GbnfJsonSchema {
    this.#left -= 1;
    const schema = this.#follow(given);
    if (!isObject(schema) || depth > DEPTH_LIMIT || this.#left < 0) return this.#loosely(schema === true);
    const keywords = Object.keys(schema).filter((keyword) => !IDLE.has(keyword));
    if (!keywords.every((keyword) => FOLLOWED.has(keyword))) this.exact = false;
    if (isScalar(schema['const'])) return { const: schema['const'] };
    const choices = listOf(schema['enum']).slice(0, PARTS_LIMIT).filter(isScalar);
    if (choices.length > 0) return { enum: choices };
    if ('const' in schema || 'enum' in schema) this.exact = false;
    const alternatives = listOf(schema['anyOf'] ?? schema['oneOf']);
    if (alternatives.length > 0) {
      // Sibling keywords apply too, but are ignored here.
      if (keywords.length > 1) this.exact = false;
      return this.#oneOf(alternatives, depth);
    }
    if (Array.isArray(schema['type']) && schema['type'].length > 0)
      return this.#oneOf(
        schema['type'].map((type: unknown) => ({ ...schema, type })),
        depth,
      );
    if (schema['type'] === 'object' || isObject(schema['properties'])) return this.#object(schema, depth);
    if (schema['type'] === 'array')
      return { type: 'array', items: this.reduce(schema['items'] ?? true, depth + 1) };
    const type = TYPES.find((known) => known === schema['type']);
    // Their grammar admits exponents: 5e-1 is no integer, and 1e999 no number that JSON can be read into.
    if (type === 'number' || type === 'integer') this.exact = false;
    return type ? { type } : this.#loosely(keywords.length === 0);
  }

  /** A string, if the schema has no keyword that can be followed. */
  #loosely(exact: boolean): GbnfJsonSchema {
    this.exact &&= exact;
    return { type: 'string' };
  }

  #oneOf(alternatives: readonly unknown[], depth: number): GbnfJsonSchema {
    const parts = alternatives.slice(0, ALTERNATIVES_LIMIT).map((part) => this.reduce(part, depth + 1));
    return parts.length === 1 ? parts[0]! : { oneOf: parts };
  }

  #follow(given: unknown): unknown {
    let schema = given;
    for (let hops = 0; isObject(schema) && typeof schema['$ref'] === 'string'; hops++) {
      // Keywords next to a reference apply too, but are ignored here.
      if (Object.keys(schema).some((keyword) => keyword !== '$ref' && !IDLE.has(keyword))) this.exact = false;
      schema = hops < REFERENCES_LIMIT ? this.#find(schema['$ref']) : undefined;
    }
    return schema;
  }

  #find(reference: string): unknown {
    const [start, ...path] = reference.split('/');
    let found = start === '#' ? this.#root : undefined;
    for (const name of path) found = isObject(found) && Object.hasOwn(found, name) ? found[name] : undefined;
    return found;
  }

  #object(schema: Readonly<Record<string, unknown>>, depth: number): GbnfJsonSchema {
    const properties = isObject(schema['properties']) ? Object.entries(schema['properties']) : [];
    const required = listOf(schema['required']);
    // The builder requires every property it knows, so if some are required, only those are listed.
    const named = (
      required.length > 0 ? properties.filter(([name]) => required.includes(name)) : properties
    ).slice(0, PARTS_LIMIT);
    for (const [name] of named) requirePlain(name);
    if (new Set(required).size > named.length) this.exact = false;
    return {
      type: 'object',
      properties: Object.fromEntries(named.map(([name, part]) => [name, this.reduce(part, depth + 1)])),
    };
  }
}
