import type { ErrorName } from '../../errors.ts';
import type { Permission } from '../../permissions.ts';
import { schemasOf, type CheckedOperation, type CheckedParts } from '../checked-operation.ts';
import { COMMON_ERRORS, schemaErrors } from '../operation-errors.ts';
import type { Method } from '../operation.ts';

/** Where the Console's own API begins. */
export const CONSOLE_ROOT = '/console/api';

/** A permission of the role matrix; `signed_in` is whoever belongs to the organization. */
export type ConsolePermission = Permission | 'signed_in';

interface Parts<Id, M, Path, Body, Query> extends CheckedParts<Id, M, Path, Body, Query> {
  readonly permission: ConsolePermission;
  /** Its body carries a fresh code of an authenticator app as `totp` (D-CONS-2). */
  readonly needsSecondFactor?: true;
}

/** One operation of the Console's own API (D-CONS-6), for people with a sign-in session and nobody else. Not published. */
export interface ConsoleOperation<
  Id extends string = string,
  M extends Method = Method,
  Path extends string = string,
  Body = unknown,
  Query = unknown,
> extends CheckedOperation<Id, M, Path, Body, Query> {
  readonly browserAccess: 'console';
  readonly permission: ConsolePermission;
  readonly needsSecondFactor?: true;
}

/** What every operation of the Console can answer, in the order the causes are looked at. */
const SESSION_ERRORS = [
  'session_required',
  'account_disabled',
  'org_membership_required',
  'org_unavailable',
  'authorization_unavailable',
  'rate_limited',
  'role_required',
] as const satisfies readonly ErrorName[];

const SECOND_FACTOR_ERRORS = [
  'second_factor_required',
  'second_factor_rejected',
  'too_many_attempts',
] as const satisfies readonly ErrorName[];

export function consoleErrors(
  {
    method,
    hasBody,
    hasQuery,
  }: { readonly method: Method; readonly hasBody: boolean; readonly hasQuery: boolean },
  errors: readonly ErrorName[],
): readonly ErrorName[] {
  const usual: ErrorName[] = [...SESSION_ERRORS, ...COMMON_ERRORS];
  if (method !== 'GET') usual.push('csrf_rejected');
  usual.push(...schemaErrors({ hasBody, hasQuery }));
  if (method === 'POST') usual.push('idempotency_key_reused', 'resource_conflict');
  return [...new Set([...usual, ...errors])];
}

/** Fills in what all operations under `/console/api` have in common. */
export function consoleOperation<
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
}: Parts<Id, M, Path, Body, Query>): ConsoleOperation<Id, M, Path, Body, Query> {
  return {
    ...parts,
    tag: 'Console',
    credential: 'console_session',
    status: 'preview',
    errorStyle: 'standard',
    browserAccess: 'console',
    ...schemasOf(body, query),
    errors: consoleErrors(
      { method: parts.method, hasBody: body !== undefined, hasQuery: query !== undefined },
      parts.needsSecondFactor ? [...errors, ...SECOND_FACTOR_ERRORS] : errors,
    ),
  };
}
