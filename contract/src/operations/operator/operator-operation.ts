import type { ErrorName } from '../../errors.ts';
import { schemasOf, type CheckedOperation, type CheckedParts } from '../checked-operation.ts';
import { COMMON_ERRORS, schemaErrors } from '../operation-errors.ts';
import type { Method, SuccessStatus } from '../operation.ts';

/** Where the Operator API begins. */
export const OPERATOR_ROOT = '/operator/v1';
/** Where the same begins for operators in the Console. */
export const OPERATOR_CONSOLE_ROOT = '/console/api/operator';

/** One operation of people who run the deployment, with the types its answer is checked against. Viewers may GET. */
export interface OperatorOperation<
  Id extends string = string,
  M extends Method = Method,
  Path extends string = string,
  Body = unknown,
  Query = unknown,
> extends CheckedOperation<Id, M, Path, Body, Query> {
  /** Errors that follow neither from its credential nor from its form. */
  readonly ownErrors: readonly ErrorName[];
  /** Its body carries a fresh code of the operator's authenticator app as `totp`. */
  readonly needsSecondFactor?: true;
  /** Pages ask every few seconds, and it tells of no organization: who asked is not written down. */
  readonly isLive?: true;
}

interface Parts<Id, M, Path, Body, Query> extends CheckedParts<Id, M, Path, Body, Query> {
  readonly successStatuses?: readonly SuccessStatus[];
  readonly isLive?: true;
}

const KEY_ERRORS = [
  'rate_limited',
  'unauthenticated',
  'invalid_api_key',
  'revoked_api_key',
  'ip_not_allowed',
] as const satisfies readonly ErrorName[];

const SESSION_ERRORS = ['rate_limited', 'session_required'] as const satisfies readonly ErrorName[];

interface Form {
  readonly method: Method;
  readonly hasBody: boolean;
  readonly hasQuery: boolean;
}

function usualErrors({ method, hasBody, hasQuery }: Form): readonly ErrorName[] {
  return [
    ...COMMON_ERRORS,
    ...(method === 'GET' ? [] : (['role_required'] as const)),
    ...schemaErrors({ hasBody, hasQuery }),
    ...(method === 'POST' ? (['idempotency_key_reused', 'resource_conflict'] as const) : []),
  ];
}

/** Errors of an operation that an operator calls from the Console. */
export function operatorSessionErrors(form: Form, own: readonly ErrorName[]): readonly ErrorName[] {
  const csrf = form.method === 'GET' ? [] : (['csrf_rejected'] as const);
  return [...new Set([...SESSION_ERRORS, ...csrf, ...usualErrors(form), ...own])];
}

/** Fills in what all operations under `/operator/v1` have in common. */
export function operatorOperation<
  const Id extends string,
  const M extends Method,
  const Path extends string,
  Body = undefined,
  Query = undefined,
>({
  body,
  query,
  errors = [],
  ...parts
}: Parts<Id, M, Path, Body, Query>): OperatorOperation<Id, M, Path, Body, Query> {
  const form = { method: parts.method, hasBody: body !== undefined, hasQuery: query !== undefined };
  return {
    ...parts,
    tag: 'Operators',
    credential: 'operator',
    status: 'preview',
    errorStyle: 'standard',
    // No page of another site has any business with it.
    browserAccess: 'default',
    ownErrors: errors,
    ...schemasOf(body, query),
    errors: [...new Set([...KEY_ERRORS, ...usualErrors(form), ...errors])],
  };
}
