import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { issueWords } from './issue-words.ts';
import { LIMITS } from './limits.ts';
import {
  ADMINISTRATION_OPERATIONS,
  COMPAT_RESOURCE_OPERATIONS,
  CONSOLE_OPERATIONS,
  MIRRORED_OPERATIONS,
  OPERATOR_CONSOLE_OPERATIONS,
  SIGN_IN_OPERATIONS,
  type Operation,
} from './operations.ts';

interface JsonSchema {
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly items?: JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
}

const WRONG = [undefined, null, true, -1, 1.5, 1e300, '', 'x', '\u0000', 'x'.repeat(100_000), [], {}, [1, 1]];
const MAX_DEPTH = 4;

/** Values of every wrong kind, in every place of the schema. */
function wrongValues({ properties = {}, items, anyOf = [], oneOf = [] }: JsonSchema, depth = 0): unknown[] {
  if (depth > MAX_DEPTH) return [];
  const fields = Object.entries(properties).flatMap(([name, field]) =>
    wrongValues(field, depth + 1).map((value) => ({ [name]: value })),
  );
  const lists = items ? wrongValues(items, depth + 1).map((value) => [value]) : [];
  const forms = [...anyOf, ...oneOf].flatMap((form) => wrongValues(form, depth + 1));
  return [...WRONG, ...fields, ...lists, ...forms];
}

function wordsOf(schema: z.ZodType): string[] {
  const values = wrongValues(
    z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'inline' }) as JsonSchema,
  );
  const words = values.flatMap((value) => {
    const { error } = schema.safeParse(value, { reportInput: true });
    return (error?.issues ?? []).flatMap((issue) =>
      issue.code === 'unrecognized_keys' || (issue.code === 'custom' && issue.params)
        ? []
        : [issueWords(issue)],
    );
  });
  return [...new Set(words)];
}

const OPERATIONS: readonly Operation[] = [
  ...ADMINISTRATION_OPERATIONS,
  ...COMPAT_RESOURCE_OPERATIONS,
  ...MIRRORED_OPERATIONS,
  ...CONSOLE_OPERATIONS,
  ...SIGN_IN_OPERATIONS,
  ...OPERATOR_CONSOLE_OPERATIONS,
];

describe('what is wrong with a value', () => {
  it('D-GEN-6 follows its name, in our words, whatever the operation and the value', () => {
    const schemas = OPERATIONS.flatMap(({ bodyUnder, queryUnder }) =>
      [bodyUnder?.(LIMITS), queryUnder?.(LIMITS)].filter((schema) => schema !== undefined),
    );
    const words = new Set(schemas.flatMap(wordsOf));
    expect(words.size).toBeGreaterThan(20);
    expect([...words].filter((text) => !/^(must|is|has|needs) /.test(text))).toEqual([]);
    expect([...words].filter((text) => /expected|received|undefined|Invalid/.test(text))).toEqual([]);
  });

  it.each<[z.ZodType, object, string]>([
    [z.object({ a: z.array(z.string()) }), {}, 'is required'],
    [z.object({ a: z.array(z.string()) }), { a: 'x' }, 'must be a list'],
    [z.object({ a: z.array(z.string()).min(1) }), { a: [] }, 'must have at least 1 item'],
    [z.object({ a: z.string().max(2) }), { a: 'xyz' }, 'must have at most 2 characters'],
    [z.object({ a: z.enum(['b', 'c', 'd']) }), { a: 'x' }, 'must be b, c or d'],
    [z.object({ a: z.email() }), { a: 'x' }, 'must be an email address'],
    [z.object({ a: z.union([z.literal(1), z.literal(2)]) }), { a: 3 }, 'must be 1 or 2'],
    [z.object({ a: z.int().min(1) }), { a: 1.5 }, 'must be a whole number'],
    [z.object({ a: z.int({ error: 'must be odd' }) }), { a: 'x' }, 'must be odd'],
    [z.object({ a: z.string().startsWith('data:') }), { a: 'x' }, 'must begin with data:'],
  ])('%# says what is wrong', (schema, value, words) => {
    expect(schema.safeParse(value, { reportInput: true }).error?.issues.map(issueWords)).toEqual([words]);
  });
});
