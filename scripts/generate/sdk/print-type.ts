/** The part of JSON Schema that zod's conversion writes. */
export interface JsonSchema {
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly allOf?: readonly JsonSchema[];
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, JsonSchema>>;
  readonly items?: JsonSchema;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: JsonSchema | boolean;
  readonly description?: string;
}

const DEFINITIONS = '#/$defs/';
const SCALARS: Readonly<Record<string, string>> = {
  string: 'string',
  number: 'number',
  integer: 'number',
  boolean: 'boolean',
  null: 'null',
};

/** A description as a comment above what it describes. */
export function comment(text: string | undefined, indent: string): string {
  return text === undefined ? '' : `${indent}/** ${text.replaceAll('*/', '* /')} */\n`;
}

function propertyName(name: string): string {
  return /^[a-z_$][\w$]*$/i.test(name) ? name : `'${name}'`;
}

function union(parts: readonly string[]): string {
  return [...new Set(parts)].join(' | ');
}

function printArray({ items }: JsonSchema, indent: string): string {
  const item = items ? printType(items, indent) : 'unknown';
  return /^[\w.]+$/.test(item) ? `${item}[]` : `Array<${item}>`;
}

function printObject(
  { properties = {}, required = [], additionalProperties: others }: JsonSchema,
  indent: string,
): string {
  const inner = `${indent}  `;
  const named = Object.entries(properties).map(([name, schema]) => {
    const type = printType(schema, inner);
    const typed = required.includes(name) ? `: ${type}` : `?: ${type} | undefined`;
    return `${comment(schema.description, inner)}${inner}${propertyName(name)}${typed};\n`;
  });
  // False is what a strict object says: to a type that is an object without an index.
  if (typeof others !== 'object')
    return named.length === 0 ? 'Record<string, never>' : `{\n${named.join('')}${indent}}`;
  if (named.length === 0) return `Record<string, ${printType(others, indent)}>`;
  return `{\n${named.join('')}${inner}[field: string]: unknown;\n${indent}}`;
}

function printPlain(schema: JsonSchema, type: string, indent: string): string {
  if (type === 'object') return printObject(schema, indent);
  if (type === 'array') return printArray(schema, indent);
  const scalar = SCALARS[type];
  if (scalar === undefined) throw new Error(`No TypeScript type for the JSON Schema type ${type}.`);
  return scalar;
}

/** A JSON Schema as a TypeScript type. Named definitions are referred to by their names. */
export function printType(schema: JsonSchema, indent = ''): string {
  if (schema.$ref !== undefined) return schema.$ref.slice(DEFINITIONS.length);
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return union(schema.enum.map((value) => JSON.stringify(value)));
  if (schema.allOf) throw new Error('An intersection has no printed form yet.');
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return union(choices.map((choice) => printType(choice, indent)));
  if (schema.type === undefined) return 'unknown';
  const types = typeof schema.type === 'string' ? [schema.type] : schema.type;
  return union(types.map((type) => printPlain(schema, type, indent)));
}
