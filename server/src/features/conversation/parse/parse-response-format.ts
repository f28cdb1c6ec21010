import type { ResponseFormat } from '#engine';
import { jsonText, sourceText } from '#kit';
import { need, type CallParts } from './call-parts.ts';
import { strictnessProblem } from './check-strict-schema.ts';
import { invalid, isAbsent, isObject, readFlag, readObject, readText } from './fields.ts';
import { remainingJsonValues } from './remaining-json-values.ts';

const PLAIN = new Set(['type']);
const WITH_SCHEMA = new Set(['type', 'json_schema']);
const JSON_SCHEMA = new Set(['name', 'schema', 'strict', 'description']);
const NAME = /^[A-Za-z0-9_-]+$/;
const MAX_DESCRIPTION_CHARACTERS = 4096;
/** Making a validator takes time with every value: this many take some hundred milliseconds, on a thread of its own. */
const MAX_SCHEMA_VALUES = 2000;
const MAX_SCHEMA_CHARACTERS = 100_000;

/** The form of the reply (D-38); undefined where any text will do. A reply cannot both keep a form and cite. */
export function parseResponseFormat(value: unknown, parts: CallParts): ResponseFormat | undefined {
  if (isAbsent(value)) return undefined;
  const type = isObject(value) ? value['type'] : undefined;
  if (type !== 'text' && type !== 'json_object' && type !== 'json_schema')
    throw invalid(
      'response_format',
      'response_format must be an object whose type is text, json_object or json_schema.',
    );
  const { json_schema: form } = readObject(
    value,
    'response_format',
    type === 'json_schema' ? WITH_SCHEMA : PLAIN,
  );
  if (type === 'text') return undefined;
  const format: ResponseFormat =
    type === 'json_object' ? { type } : parseJsonSchema(form, 'response_format.json_schema', parts);
  if (parts.citations)
    throw invalid('response_format', 'A reply in JSON cannot cite: leave out response_format or citations.');
  need(parts, type, 'unsupported_parameter', 'response_format');
  return format;
}

/** A named schema. `path`: where it stands. */
export function parseJsonSchema(value: unknown, path: string, { limits }: CallParts): ResponseFormat {
  const form = readObject(value, path, JSON_SCHEMA);
  const { schema } = form;
  const name = readText(form['name'], `${path}.name`);
  const most = limits.responseFormatNameCharacters;
  if (name.length > most || !NAME.test(name))
    throw invalid(
      `${path}.name`,
      `${path}.name must have 1 to ${most} letters, digits, underscores or hyphens.`,
    );
  const refuse = (problem: string) => invalid(`${path}.schema`, `${path}.schema ${problem}.`);
  if (!isObject(schema)) throw refuse('must be a JSON Schema, which is an object');
  const strict = readFlag(form['strict'], `${path}.strict`) ?? false;
  const description = form['description'] ?? undefined;
  if (
    description !== undefined &&
    (typeof description !== 'string' || description.length > MAX_DESCRIPTION_CHARACTERS)
  )
    throw invalid(
      `${path}.description`,
      `${path}.description must be a string of at most ${MAX_DESCRIPTION_CHARACTERS} characters.`,
    );
  const problem = schemaProblem(schema, { strict, depth: limits.strictSchemaDepth });
  if (problem !== undefined) throw refuse(problem);
  const schemaText = sourceText(schema);
  return {
    type: 'json_schema',
    name,
    schema,
    ...(schemaText === undefined ? {} : { schemaText }),
    ...(description === undefined ? {} : { description }),
    ...(strict ? { strict } : {}),
  };
}

/** Why a schema cannot be followed, as the end of a sentence: its size, or for a strict one its nesting. Whether it is one at all is asked elsewhere. */
export function schemaProblem(
  schema: Readonly<Record<string, unknown>>,
  { strict, depth }: { readonly strict: boolean; readonly depth: number },
): string | undefined {
  if (remainingJsonValues(schema, MAX_SCHEMA_VALUES) < 0)
    return `may hold at most ${MAX_SCHEMA_VALUES} values`;
  if (jsonText(schema).length > MAX_SCHEMA_CHARACTERS)
    return `may have at most ${MAX_SCHEMA_CHARACTERS} characters`;
  return strict ? strictnessProblem(schema, depth) : undefined;
}
