import { hash } from 'node:crypto';
import { ApiError, HEADERS, type LimitValues, type Operation } from '@svc/contract';
import { z } from 'zod';
import type { BodyParser, HttpExchange, Step } from '#exchange';
import { checkWith, type OperationParserSettings } from '../../bodies/parse-operation-body.ts';
import { hasForm } from './json-body.ts';
import type { ParseDeps } from './parse-call.ts';

export interface ParseInputDeps extends ParseDeps {
  readonly limits: () => LimitValues;
}

/**
 * Steps 8 to 10 (D-01) for operations checked by their schemas: the query first, then the body. Schemas are
 * created by the first request, since most processes never use most operations, and again when the deployment's limits change.
 */
export function parseInput({ bodyReader, limits }: ParseInputDeps, operation: Operation): Step<HttpExchange> {
  let bound: LimitValues | undefined;
  let querySchema: z.ZodObject | undefined;
  return (exchange) => {
    const inForce = limits();
    if (inForce !== bound) querySchema = operation.queryUnder?.((bound = inForce));
    const query = querySchema && checkWith(querySchema, readQuery(exchange.query, querySchema), operation);
    const accept = (body: unknown): void => void (exchange.input = { query, body });
    if (!operation.bodyUnder || (operation.transfer === 'form' && hasForm(exchange)))
      return accept(undefined);
    noteDigest(exchange);
    const settings: OperationParserSettings = { operationId: operation.id, limits: inForce };
    const body = bodyReader.read(exchange, { name: 'operation', settings } satisfies BodyParser);
    return body instanceof Promise ? body.then(accept) : accept(body);
  };
}

/** Stores the digest that identifies a repeated request (D-IDEM-2). */
function noteDigest(exchange: HttpExchange): void {
  const { bytes, request } = exchange;
  if (bytes && request.headers[HEADERS.idempotencyKey] !== undefined)
    exchange.bodyDigest = hash('sha256', bytes, 'buffer');
}

/**
 * Reads known names only, since unknown ones are ignored (D-GEN-6). Only list fields of the schema may be
 * repeated.
 */
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
