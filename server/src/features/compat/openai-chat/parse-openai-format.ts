import type { ResponseFormat } from '#engine';
import { isObject, parseResponseFormat, type CallParts } from '#features/conversation';
import { given } from '../base/is-empty.ts';
import { canBeStrict } from '../base/parse-function-tool.ts';

/** `response_format` (COMPO-07), whose unknown fields are ignored. A schema that cannot be strict is best effort. */
export function parseOpenAiFormat(value: unknown, parts: CallParts): ResponseFormat | undefined {
  const format = given(value);
  if (!isObject(format)) return parseResponseFormat(format, parts);
  const { type, json_schema: form } = format;
  if (type !== 'json_schema' || !isObject(form)) return parseResponseFormat({ type }, parts);
  const { name, schema, description, strict } = form;
  const isStrict = strict === true && isObject(schema) && canBeStrict(schema, parts.limits.strictSchemaDepth);
  return parseResponseFormat({ type, json_schema: { name, schema, description, strict: isStrict } }, parts);
}
