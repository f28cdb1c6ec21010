import {
  ADMINISTRATION_OPERATIONS,
  ApiError,
  COMPAT_RESOURCE_OPERATIONS,
  CONSOLE_OPERATIONS,
  MIRRORED_OPERATIONS,
  OPERATOR_CONSOLE_OPERATIONS,
  OPERATOR_SIGN_IN_OPERATIONS,
  SIGN_IN_OPERATIONS,
  type LimitValues,
  type Operation,
} from '@svc/contract';
import type { z } from 'zod';
import { refuseProto } from './refuse-proto.ts';
import { refusalOf } from './schema-refusal.ts';

export interface OperationParserSettings {
  readonly operationId: string;
  readonly limits: LimitValues;
}

const OPERATIONS = new Map<string, Operation>(
  [
    ...ADMINISTRATION_OPERATIONS,
    ...MIRRORED_OPERATIONS,
    ...COMPAT_RESOURCE_OPERATIONS,
    ...CONSOLE_OPERATIONS,
    ...SIGN_IN_OPERATIONS,
    ...OPERATOR_CONSOLE_OPERATIONS,
    ...OPERATOR_SIGN_IN_OPERATIONS,
  ].map((operation) => [operation.id, operation]),
);

/** Recreated only when the deployment's limits change. */
const schemas = new Map<string, { readonly limits: LimitValues; readonly schema: z.ZodType }>();

/** Parses a body that its operation's schema checks (D-01 step 10). */
export function parseOperationBody(body: unknown, { operationId, limits }: OperationParserSettings): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new ApiError('invalid_request', { message: 'The body must be a JSON object.' });
  refuseProto(body);
  const operation = OPERATIONS.get(operationId)!;
  return checkWith(schemaOf(operation, limits), body, operation);
}

/** Parses the value with the schema, or returns the refusal. */
export function checkWith(schema: z.ZodType, value: unknown, { readOnly = [] }: Operation): unknown {
  const checked = schema.safeParse(value, { reportInput: true });
  if (checked.success) return checked.data;
  throw refusalOf(checked.error.issues, readOnly);
}

function schemaOf(operation: Operation, limits: LimitValues): z.ZodType {
  const known = schemas.get(operation.id);
  if (known?.limits === limits) return known.schema;
  const schema = operation.bodyUnder!(limits);
  schemas.set(operation.id, { limits, schema });
  return schema;
}
