import type { z } from 'zod';
import type { ErrorName } from '../../errors.ts';
import { LIMITS, type LimitValues } from '../../limits.ts';
import { COMMON_ERRORS, CREDENTIAL_ERRORS } from '../operation-errors.ts';
import type { Method, OfferedOperation, OperationTag } from '../operation.ts';

/** The flag every Admin API call carries (platform contract §9). */
export const ADMINISTRATION_BETA = 'admin-2026-11-01';

/** A schema as the limits of a deployment bound it. */
export type BoundedSchema<S extends z.ZodType = z.ZodType> = (limits: LimitValues) => S;

interface Parts<Id, M, Path, Body, Query> {
  readonly id: Id;
  readonly method: M;
  readonly path: Path;
  readonly summary: string;
  readonly body?: BoundedSchema<Body & z.ZodType>;
  readonly query?: BoundedSchema<Query & z.ZodObject>;
  /** Fields of the object that the body may not name: 400 `read_only_field`. */
  readonly readOnly?: readonly string[];
  readonly response: z.ZodType;
  readonly errors?: readonly ErrorName[];
  readonly tag?: OperationTag;
}

/** One offered operation of the Admin API, with the types its answer is checked against. */
export interface AdministrationOperation<
  Id extends string = string,
  M extends Method = Method,
  Path extends string = string,
  Body = unknown,
  Query = unknown,
> extends OfferedOperation {
  readonly id: Id;
  readonly method: M;
  readonly path: Path;
  readonly bodyUnder?: BoundedSchema<Body & z.ZodType>;
  readonly queryUnder?: BoundedSchema<Query & z.ZodObject>;
  /** Errors that are not already those of its credential or its form: the ones people meet too. */
  readonly ownErrors: readonly ErrorName[];
}

/** Fills in what all operations under `/v1/organizations` have in common (platform contract §4, §5.1 and §7). */
export function administration<
  const Id extends string,
  const M extends Method,
  const Path extends string,
  Body = undefined,
  Query = undefined,
>({ body, query, errors = [], ...parts }: Parts<Id, M, Path, Body, Query>): AdministrationOperation<Id, M, Path, Body, Query> {
  return {
    tag: 'Admin',
    ...parts,
    credential: 'admin',
    beta: ADMINISTRATION_BETA,
    status: 'preview',
    offered: true,
    ownErrors: errors,
    ...(body ? { bodyUnder: body, request: body(LIMITS), bodyLimit: 'administration_body_bytes' } : {}),
    ...(query ? { queryUnder: query, query: query(LIMITS) } : {}),
    errors: [
      ...CREDENTIAL_ERRORS,
      ...COMMON_ERRORS,
      'inactive_api_key',
      'admin_key_required',
      'admin_key_owner_ineligible',
      'beta_required',
      'invalid_version',
      ...(body ? (['payload_too_large', 'invalid_json', 'unknown_parameter', 'read_only_field'] as const) : []),
      ...(body || query ? (['invalid_parameter'] as const) : []),
      ...(parts.method === 'POST' ? (['idempotency_key_reused'] as const) : []),
      ...errors,
    ],
  };
}
