import { Ajv, type Options, type ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { spendValues } from './spend-values.ts';

/** Compiling takes time with every value, and others wait meanwhile: this many take a few dozen milliseconds. */
const MOST_VALUES = 2000;
const MOST_CHARACTERS = 100_000;

/**
 * A new instance for each schema: one that is kept keeps every schema it saw, and the `$id` of one caller's would be found
 * by the reference of another's. Not optimised: that takes longer than all validating such a schema is used for.
 */
const ONCE: Options = {
  meta: false,
  validateSchema: false,
  strict: false,
  logger: false,
  inlineRefs: false,
  code: { optimize: false },
};

/** What a schema itself must be like, compiled when the first one of its dialect comes. */
const metaSchemas = new Map<typeof Ajv, ValidateFunction>();

/** 2020-12 unless it says it is an older one. */
function dialectOf({ $schema }: Readonly<Record<string, unknown>>): { dialect: typeof Ajv; metaSchema: string } {
  return typeof $schema === 'string' && /\/draft-0[67]\//.test($schema)
    ? { dialect: Ajv, metaSchema: 'http://json-schema.org/draft-07/schema' }
    : { dialect: Ajv2020, metaSchema: 'https://json-schema.org/draft/2020-12/schema' };
}

/** What is wrong with a schema, as the end of a sentence; undefined when it can be used. */
export function schemaProblem(schema: Readonly<Record<string, unknown>>): string | undefined {
  if (spendValues(schema, MOST_VALUES) < 0) return `may hold at most ${MOST_VALUES} values`;
  if (JSON.stringify(schema).length > MOST_CHARACTERS) return `may have at most ${MOST_CHARACTERS} characters`;
  const { dialect: Dialect, metaSchema } = dialectOf(schema);
  let isSchema = metaSchemas.get(Dialect);
  if (!isSchema) metaSchemas.set(Dialect, (isSchema = new Dialect({ strict: false, logger: false }).getSchema(metaSchema)!));
  try {
    if (!isSchema(schema)) return 'is not a valid JSON Schema';
    new Dialect(ONCE).compile(schema);
    return undefined;
  } catch {
    return 'is not a valid JSON Schema, or refers to something outside of it';
  }
}
