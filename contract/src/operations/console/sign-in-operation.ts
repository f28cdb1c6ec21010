import type { ErrorName } from '../../errors.ts';
import { schemasOf, type CheckedOperation, type CheckedParts } from '../checked-operation.ts';
import { COMMON_ERRORS } from '../operation-errors.ts';
import type { Method } from '../operation.ts';

interface Parts<Id, M, Path, Access, Body, Query> extends Omit<
  CheckedParts<Id, M, Path, Body, Query>,
  'readOnly'
> {
  /** `anybody`: from the Console's own pages. `person`: signed in, whether or not they are in an organization. */
  readonly access: Access;
}

/** An operation on somebody's own account: into the Console, out of it, and what proves who they are (D-CONS-1). Not published. */
export interface SignInOperation<
  Id extends string = string,
  M extends Method = Method,
  Path extends string = string,
  Access extends 'anybody' | 'person' = 'anybody' | 'person',
  Body = unknown,
  Query = unknown,
> extends CheckedOperation<Id, M, Path, Body, Query> {
  readonly browserAccess: 'console';
  readonly access: Access;
}

const BODY_ERRORS = [
  'payload_too_large',
  'invalid_json',
  'unknown_parameter',
  'invalid_parameter',
] as const satisfies readonly ErrorName[];

/** Fills in what all operations under `/console/api/auth` have in common. */
export function signInOperation<
  const Id extends string,
  const M extends Method,
  const Path extends string,
  const Access extends 'anybody' | 'person',
  Body = undefined,
  Query = undefined,
>({
  body,
  query,
  errors = [],
  ...parts
}: Parts<Id, M, Path, Access, Body, Query>): SignInOperation<Id, M, Path, Access, Body, Query> {
  return {
    ...parts,
    tag: 'Console',
    credential: parts.access === 'person' ? 'console_session' : 'none',
    status: 'preview',
    errorStyle: 'standard',
    browserAccess: 'console',
    ...schemasOf(body, query, parts.access === 'anybody' ? 'unauthenticated_body_bytes' : undefined),
    errors: [
      ...COMMON_ERRORS,
      ...(parts.access === 'person'
        ? (['session_required', 'account_disabled'] as const)
        : (['rate_limited'] as const)),
      ...(parts.method === 'GET' ? [] : (['csrf_rejected'] as const)),
      ...(body ? BODY_ERRORS : []),
      ...(query ? (['invalid_parameter'] as const) : []),
      ...errors,
    ],
  };
}
