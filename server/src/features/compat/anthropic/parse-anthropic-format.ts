import type { ResponseFormat } from '#engine';
import {
  invalid,
  isObject,
  need,
  parseJsonSchema,
  type CallParts,
  type Fields,
} from '#features/conversation';
import { given } from '../base/is-empty.ts';
import { canBeStrict } from '../base/parse-function-tool.ts';

/** `output_config.format`, or `output_format` by its older name: JSON of a schema, kept strictly where that is possible. */
export function parseAnthropicFormat(fields: Fields, parts: CallParts): ResponseFormat | undefined {
  const { output_config: config, output_format: older } = fields;
  const newer = isObject(config) ? given(config['format']) : undefined;
  const path = newer === undefined ? 'output_format' : 'output_config.format';
  const format = newer ?? given(older);
  if (format === undefined) return undefined;
  const { type, schema } = isObject(format) ? format : {};
  if (type !== 'json_schema') throw invalid(`${path}.type`, `${path}.type must be json_schema.`);
  if (parts.citations)
    throw invalid(path, `A reply in JSON cannot cite: leave out ${path} or the citations of documents.`);
  const strict = isObject(schema) && canBeStrict(schema, parts.limits.strictSchemaDepth);
  need(parts, type, 'unsupported_parameter', path);
  return parseJsonSchema({ name: 'output', schema, strict }, path, parts);
}
