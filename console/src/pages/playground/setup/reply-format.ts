import type { ExtendedChatRequest, Model } from '@svc/sdk';
import { parseSchema } from './parse-schema.ts';

/** The form of the reply, as it was chosen and typed. */
export interface FormatChoice {
  readonly type: 'text' | 'json_object' | 'json_schema';
  readonly schema: string;
  readonly strict: boolean;
}

/** Every schema that is typed here is called so. */
const SCHEMA_NAME = 'reply';
const EXAMPLE = { type: 'object', properties: { answer: { type: 'string' } }, required: ['answer'] };

export const NO_FORMAT: FormatChoice = {
  type: 'text',
  schema: JSON.stringify({ ...EXAMPLE, additionalProperties: false }, undefined, 2),
  strict: true,
};

/** Why it cannot be sent: the schema is no JSON object. */
export function isBroken({ type, schema }: FormatChoice): boolean {
  return type === 'json_schema' && !parseSchema(schema);
}

/** The field of a request, where the model can do that. */
export function responseFormat(
  { type, schema, strict }: FormatChoice,
  { capabilities }: Model,
): Pick<ExtendedChatRequest, 'response_format'> {
  if (type === 'text' || !capabilities[type]) return {};
  if (type === 'json_object') return { response_format: { type } };
  const parsed = parseSchema(schema);
  if (!parsed) return {};
  return { response_format: { type, json_schema: { name: SCHEMA_NAME, schema: parsed, strict } } };
}
