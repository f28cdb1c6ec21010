import { hash } from 'node:crypto';
import { ApiError, HEADERS, type LimitValues, type OfferedOperation } from '@svc/contract';
import { z } from 'zod';
import type { BodyParser, HttpExchange, Step } from '#exchange';
import { checkWith, type OperationParserSettings } from '../../bodies/parse-operation-body.ts';
import type { ParseDeps } from './parse-call.ts';

export interface ParseInputDeps extends ParseDeps {
  readonly limits: () => LimitValues;
}

/**
 * Steps 8 to 10 (D-01) where an operation is checked by its schemas: query first, then the body. The schemas are made
 * anew only when the limits of the deployment have changed.
 */
export function parseInput(
  { bodyReader, limits }: ParseInputDeps,
  operation: OfferedOperation,
): Step<HttpExchange> {
  let bound = limits();
  let querySchema = operation.queryUnder?.(bound);
  return (exchange) => {
    if (limits() !== bound) querySchema = operation.queryUnder?.((bound = limits()));
    const query = querySchema && checkWith(querySchema, readQuery(exchange.query, querySchema), operation);
    const accept = (body: unknown): void => void (exchange.input = { query, body });
    if (!operation.bodyUnder) return accept(undefined);
    noteDigest(exchange);
    const settings: OperationParserSettings = { operationId: operation.id, limits: bound };
    const body = bodyReader.read(exchange, { name: 'operation', settings } satisfies BodyParser);
    return body instanceof Promise ? body.then(accept) : accept(body);
  };
}

/** By which a repeated request is known as the same one (D-IDEM-2). */
function noteDigest(exchange: HttpExchange): void {
  const { bytes, request } = exchange;
  if (bytes && request.headers[HEADERS.idempotencyKey] !== undefined)
    exchange.bodyDigest = hash('sha256', bytes, 'buffer');
}

/** Known names only, since unknown ones are ignored (D-GEN-6). Only what the schema has as a list may be repeated. */
function readQuery(query: URLSearchParams, { shape }: z.ZodObject): Record<string, unknown> {
  const found: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(shape)) {
    const values = query.getAll(name);
    if (values.some((value) => value.includes('\0')))
      throw new ApiError('invalid_parameter', { param: name });
    if (values.length > 0) found[name] = values.length > 1 || isList(field) ? values : values[0];
  }
  return found;
}

function isList(field: unknown): boolean {
  return (
    field instanceof z.ZodArray ||
    ((field instanceof z.ZodOptional || field instanceof z.ZodDefault) && isList(field.unwrap()))
  );
}
