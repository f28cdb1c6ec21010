import {
  ADMINISTRATION_OPERATIONS,
  ApiError,
  CONSOLE_OPERATIONS,
  MIRRORED_OPERATIONS,
  SIGN_IN_OPERATIONS,
  type LimitValues,
  type OfferedOperation,
} from '@svc/contract';
import type { z } from 'zod';
import { refusalOf } from './schema-refusal.ts';

export interface OperationParserSettings {
  readonly operationId: string;
  readonly limits: LimitValues;
}

const OPERATIONS = new Map<string, OfferedOperation>(
  [...ADMINISTRATION_OPERATIONS, ...MIRRORED_OPERATIONS, ...CONSOLE_OPERATIONS, ...SIGN_IN_OPERATIONS].map(
    (operation) => [operation.id, operation],
  ),
);

/** Made anew only when the limits of the deployment have changed. */
const schemas = new Map<string, { readonly limits: LimitValues; readonly schema: z.ZodType }>();

/** A body of an operation that is checked by its schema (D-01 step 10). */
export function parseOperationBody(body: unknown, { operationId, limits }: OperationParserSettings): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new ApiError('invalid_request', { message: 'The body must be a JSON object.' });
  const operation = OPERATIONS.get(operationId)!;
  return checkWith(schemaOf(operation, limits), body, operation);
}

/** The value as the schema reads it, or the refusal of what is wrong with it. */
export function checkWith(schema: z.ZodType, value: unknown, { readOnly = [] }: OfferedOperation): unknown {
  const checked = schema.safeParse(value);
  if (checked.success) return checked.data;
  throw refusalOf(checked.error.issues, readOnly);
}

function schemaOf(operation: OfferedOperation, limits: LimitValues): z.ZodType {
  const known = schemas.get(operation.id);
  if (known?.limits === limits) return known.schema;
  const schema = operation.bodyUnder!(limits);
  schemas.set(operation.id, { limits, schema });
  return schema;
}
