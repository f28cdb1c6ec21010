import type { ResponseFormat } from '#engine';
import { invalid, isObject, need, parseJsonSchema, type CallParts } from '#features/conversation';
import { given } from '../../base/is-empty.ts';
import { canBeStrict } from '../../base/parse-function-tool.ts';

const PATH = 'text.format';

/** `text.format`: a form that is the reply's, with the schema beside its type. One that cannot be strict is best effort. */
export function parseTextFormat(text: unknown, parts: CallParts): ResponseFormat | undefined {
  const format = isObject(text) ? given(text['format']) : undefined;
  if (format === undefined) return undefined;
  const type = isObject(format) ? format['type'] : undefined;
  if (type === 'text') return undefined;
  if (!isObject(format) || (type !== 'json_object' && type !== 'json_schema'))
    throw invalid(PATH, `${PATH} must be an object whose type is text, json_object or json_schema.`);
  need(parts, type, 'unsupported_parameter', PATH);
  if (type === 'json_object') return { type };
  const { name, schema, description, strict } = format;
  const isStrict = strict === true && isObject(schema) && canBeStrict(schema, parts.limits.strictSchemaDepth);
  return parseJsonSchema({ name, schema, description, strict: isStrict }, PATH, parts);
}
