import type { z } from 'zod';
import type { ErrorName } from '../../errors.ts';
import { LIMITS } from '../../limits.ts';
import type { BoundedSchema } from '../administration/administration-operation.ts';
import { COMMON_ERRORS } from '../operation-errors.ts';
import type { Method, OfferedOperation } from '../operation.ts';

interface Parts<Id, M, Path, Access, Body, Query> {
  readonly id: Id;
  readonly method: M;
  readonly path: Path;
  /** `anybody`: from the Console's own pages. `person`: signed in, whether or not they are in an organization. */
  readonly access: Access;
  readonly summary: string;
  readonly body?: BoundedSchema<Body & z.ZodType>;
  readonly query?: BoundedSchema<Query & z.ZodObject>;
  readonly response: z.ZodType;
  readonly errors?: readonly ErrorName[];
}

/** An operation on somebody's own account: into the Console, out of it, and what proves who they are (D-CONS-1). Not published. */
export interface SignInOperation<
  Id extends string = string,
  M extends Method = Method,
  Path extends string = string,
  Access extends 'anybody' | 'person' = 'anybody' | 'person',
  Body = unknown,
  Query = unknown,
> extends OfferedOperation {
  readonly id: Id;
  readonly method: M;
  readonly path: Path;
  readonly access: Access;
  readonly bodyUnder?: BoundedSchema<Body & z.ZodType>;
  readonly queryUnder?: BoundedSchema<Query & z.ZodObject>;
}

const BODY_ERRORS = ['payload_too_large', 'invalid_json', 'unknown_parameter', 'invalid_parameter'] as const satisfies readonly ErrorName[];

/** Fills in what all operations under `/console/api/auth` have in common. */
export function signInOperation<
  const Id extends string,
  const M extends Method,
  const Path extends string,
  const Access extends 'anybody' | 'person',
  Body = undefined,
  Query = undefined,
>({ body, query, errors = [], ...parts }: Parts<Id, M, Path, Access, Body, Query>): SignInOperation<Id, M, Path, Access, Body, Query> {
  return {
    ...parts,
    tag: 'Console',
    credential: parts.access === 'person' ? 'console_session' : 'none',
    status: 'preview',
    offered: true,
    ...(body ? { bodyUnder: body, request: body(LIMITS), bodyLimit: 'administration_body_bytes' } : {}),
    ...(query ? { queryUnder: query, query: query(LIMITS) } : {}),
    errors: [
      ...COMMON_ERRORS,
      ...(parts.access === 'person' ? (['session_required', 'account_disabled'] as const) : []),
      ...(parts.method === 'GET' ? [] : (['csrf_rejected'] as const)),
      ...(body ? BODY_ERRORS : []),
      ...(query ? (['invalid_parameter'] as const) : []),
      ...errors,
    ],
  };
}
