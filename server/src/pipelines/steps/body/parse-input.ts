import { hash } from 'node:crypto';
import { ApiError, HEADERS, type LimitValues, type OfferedOperation } from '@svc/contract';
import { z } from 'zod';
import { readJson, type Exchange, type Step } from '#exchange';
import { refusalOf } from './schema-refusal.ts';

export interface ParseInputRooms {
  readonly depthLimit: () => number;
  readonly limits: () => LimitValues;
}

/**
 * Steps 8 to 10 (D-01) where an operation is checked by its schemas: query first, then the body. The schemas are made
 * anew only when the limits of the deployment have changed.
 */
export function parseInput({ depthLimit, limits }: ParseInputRooms, operation: OfferedOperation): Step {
  let bound = limits();
  let schemas = schemasOf(operation, bound);
  return (exchange) => {
    if (limits() !== bound) schemas = schemasOf(operation, (bound = limits()));
    const query = schemas.query && check(schemas.query, readQuery(exchange.query, schemas.query), operation);
    const body = schemas.body && check(schemas.body, readBodyObject(exchange, depthLimit()), operation);
    exchange.input = { query, body };
  };
}

function schemasOf({ bodyUnder, queryUnder }: OfferedOperation, limits: LimitValues) {
  return { body: bodyUnder?.(limits), query: queryUnder?.(limits) };
}

type Schema = NonNullable<ReturnType<typeof schemasOf>['body']>;

function check(schema: Schema, value: unknown, operation: OfferedOperation): unknown {
  const checked = schema.safeParse(value);
  if (checked.success) return checked.data;
  throw refusalOf(checked.error.issues, operation.readOnly ?? []);
}

function readBodyObject(exchange: Exchange, depthLimit: number): unknown {
  const { bytes, request } = exchange;
  exchange.bytes = undefined;
  if (bytes && request.headers[HEADERS.idempotencyKey] !== undefined) exchange.bodyDigest = hash('sha256', bytes, 'buffer');
  const body = readJson(bytes, depthLimit);
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new ApiError('invalid_request', { message: 'The body must be a JSON object.' });
  return body;
}

/** Known names only, since unknown ones are ignored (D-GEN-6). Only what the schema has as a list may be repeated. */
function readQuery(query: URLSearchParams, { shape }: z.ZodObject): Record<string, unknown> {
  const found: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(shape)) {
    const values = query.getAll(name);
    if (values.some((value) => value.includes('\0'))) throw new ApiError('invalid_parameter', { param: name });
    if (values.length > 0) found[name] = values.length > 1 || isList(field) ? values : values[0];
  }
  return found;
}

function isList(field: unknown): boolean {
  return field instanceof z.ZodArray || ((field instanceof z.ZodOptional || field instanceof z.ZodDefault) && isList(field.unwrap()));
}
