import { z } from 'zod';

/** What is used of JSON Schema. */
interface Schema {
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly minItems?: number;
  readonly pattern?: string;
  readonly format?: string;
  readonly minimum?: number;
  readonly exclusiveMinimum?: number;
  readonly $ref?: string;
}

/** Texts of which one fits each pattern that answers have. */
const TEXTS = ['example', '0.00', '0', '2026-11-20T16:41:00Z', '2026-11-20', '123456', 'AbCdE-12345'];

/** An answer for an operation without a written example: every field, the first of its alternatives, lists of one item. */
export function exampleOfSchema(schema: z.ZodType): unknown {
  const { $defs = {}, ...root } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return exampleOf(root as Schema, $defs as Readonly<Record<string, Schema>>);
}

function exampleOf(schema: Schema, shared: Readonly<Record<string, Schema>>): unknown {
  const { $ref, anyOf, oneOf, allOf, properties, items } = schema;
  if ($ref !== undefined) return exampleOf(shared[$ref.split('/').at(-1)!] ?? {}, shared);
  const [first] = anyOf ?? oneOf ?? allOf ?? [];
  if (first) return exampleOf(first, shared);
  if (properties) {
    const fields = Object.entries(properties).map(([name, field]) => [name, exampleOf(field, shared)]);
    return Object.fromEntries(fields) as unknown;
  }
  if (items) return [exampleOf(items, shared)];
  return exampleOfScalar(schema);
}

function exampleOfScalar({ type, pattern, format, minimum, exclusiveMinimum, ...schema }: Schema): unknown {
  if ('const' in schema) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (type === 'boolean') return false;
  if (type === 'null') return null;
  if (type === 'object') return {};
  if (type === 'integer' || type === 'number') return minimum ?? (exclusiveMinimum ?? -1) + 1;
  if (format === 'date-time') return '2026-11-20T16:41:00Z';
  return TEXTS.find((text) => pattern === undefined || new RegExp(pattern, 'u').test(text)) ?? TEXTS[0];
}
