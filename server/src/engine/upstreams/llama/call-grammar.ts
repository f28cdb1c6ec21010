import type { GbnfJsonSchema } from 'node-llama-cpp';
import type { FunctionTool, ToolChoice } from '../../turns.ts';

/** Parts of a schema that become grammar. Beyond it anything goes, so that a hostile schema cannot grow the grammar. */
const PARTS_LIMIT = 200;
const DEPTH_LIMIT = 8;
const DESCRIPTION_CHARACTERS = 4_000;
const TYPES = ['string', 'number', 'integer', 'boolean', 'null'] as const;

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Refuses names and words with control characters, quotes or backslashes, and very long ones: the native grammar
 * parser fails on some of them, and then prints the whole grammar, which is callers' text, to stderr.
 */
function requirePlain(word: string): void {
  if (!/^[^\p{C}"\\]{0,200}$/u.test(word)) throw new RangeError('a schema word cannot be put into a grammar');
}

function isScalar(value: unknown): value is string | number | boolean | null {
  if (typeof value === 'string') requirePlain(value);
  return value === null || ['string', 'number', 'boolean'].includes(typeof value);
}

/**
 * Copies only what the grammar builder handles in bounded size: types, enum, const, properties, items and the first
 * alternative. Bounds, patterns and repetitions are left out: the builder expands `minItems: 1e9` literally.
 */
class SchemaReducer {
  #left = PARTS_LIMIT;

  reduce(schema: unknown, depth: number): GbnfJsonSchema {
    this.#left -= 1;
    if (!isObject(schema) || depth > DEPTH_LIMIT || this.#left < 0) return { type: 'string' };
    if (isScalar(schema['const'])) return { const: schema['const'] };
    const choices = Array.isArray(schema['enum']) ? schema['enum'].slice(0, PARTS_LIMIT).filter(isScalar) : [];
    if (choices.length > 0) return { enum: choices };
    const alternatives = schema['anyOf'] ?? schema['oneOf'];
    if (Array.isArray(alternatives))
      return this.reduce(
        alternatives.find((part) => isObject(part) && part['type'] !== 'null'),
        depth + 1,
      );
    const type: unknown = Array.isArray(schema['type']) ? schema['type'].find((name) => name !== 'null') : schema['type'];
    if (type === 'object' || isObject(schema['properties'])) return this.#object(schema, depth);
    if (type === 'array') return { type: 'array', items: this.reduce(schema['items'], depth + 1) };
    return { type: TYPES.find((known) => known === type) ?? 'string' };
  }

  #object(schema: Readonly<Record<string, unknown>>, depth: number): GbnfJsonSchema {
    const properties = isObject(schema['properties']) ? Object.entries(schema['properties']) : [];
    const required: readonly unknown[] = Array.isArray(schema['required']) ? schema['required'] : [];
    // The builder demands every property it knows, so only the required ones are named where some are.
    const named = (required.length > 0 ? properties.filter(([name]) => required.includes(name)) : properties).slice(0, PARTS_LIMIT);
    for (const [name] of named) requirePlain(name);
    return { type: 'object', properties: Object.fromEntries(named.map(([name, part]) => [name, this.reduce(part, depth + 1)])) };
  }
}

/** How a request whose `toolChoice` demands a call is answered. */
export interface ForcedCall {
  /** `{ "name": …, "arguments": … }` for one of the tools. */
  readonly schema: GbnfJsonSchema;
  readonly instruction: string;
}

/**
 * Undefined when the request leaves the choice to the model: small models call tools badly, so then none is
 * offered. Throws RangeError for schemas that cannot become a grammar.
 */
export function forceCall(tools: readonly FunctionTool[], choice: ToolChoice): ForcedCall | undefined {
  if (choice === 'auto' || choice === 'none') return undefined;
  const possible = choice === 'any' ? tools : tools.filter((tool) => tool.name === choice.name);
  if (possible.length === 0) return undefined;
  const reducer = new SchemaReducer();
  const alternatives = possible.map((tool): GbnfJsonSchema => ({
    type: 'object',
    properties: {
      name: { const: tool.name },
      arguments: reducer.reduce({ ...(isObject(tool.parameters) ? tool.parameters : {}), type: 'object' }, 0),
    },
  }));
  const described = possible.map((tool) => `${tool.name}: ${tool.description ?? ''} ${JSON.stringify(tool.parameters ?? {})}`).join('\n');
  return {
    schema: alternatives.length === 1 ? alternatives[0]! : { oneOf: alternatives },
    instruction: `Answer only with JSON: the "name" of one of these functions and its "arguments".\n${described.slice(0, DESCRIPTION_CHARACTERS)}`,
  };
}

/** Follows JSON text to where its outermost object closes. */
export class ObjectEnd {
  #depth = 0;
  #inString = false;
  #escaped = false;

  /** True when the object closed within `text`. */
  push(text: string): boolean {
    for (const character of text) {
      if (this.#escaped) this.#escaped = false;
      else if (this.#inString) {
        if (character === '\\') this.#escaped = true;
        else if (character === '"') this.#inString = false;
      } else if (character === '"') this.#inString = true;
      else if (character === '{') this.#depth += 1;
      else if (character === '}' && --this.#depth === 0) return true;
    }
    return false;
  }
}
