import type { ErrorName } from '../../errors.ts';
import { schemasOf, type CheckedOperation, type CheckedParts } from '../checked-operation.ts';
import { COMMON_ERRORS, CREDENTIAL_ERRORS, schemaErrors } from '../operation-errors.ts';
import type { Method, OperationTag, Transfer } from '../operation.ts';

/** The flag every Admin API call carries (platform contract §9). */
export const ADMINISTRATION_BETA = 'admin-2026-11-01';

interface Parts<Id, M, Path, Body, Query, T> extends CheckedParts<Id, M, Path, Body, Query> {
  readonly tag?: OperationTag;
  /** Absent: `json`. */
  readonly transfer?: T;
}

/** One operation of the Admin API, with the types its answer is checked against. */
export interface AdministrationOperation<
  Id extends string = string,
  M extends Method = Method,
  Path extends string = string,
  Body = unknown,
  Query = unknown,
  T extends Transfer = Transfer,
> extends CheckedOperation<Id, M, Path, Body, Query> {
  readonly transfer: T;
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
  const T extends Transfer = 'json',
>({
  body,
  query,
  errors = [],
  transfer,
  ...parts
}: Parts<Id, M, Path, Body, Query, T>): AdministrationOperation<Id, M, Path, Body, Query, T> {
  return {
    tag: 'Admin',
    ...parts,
    transfer: (transfer ?? 'json') as T,
    credential: 'admin',
    beta: ADMINISTRATION_BETA,
    status: 'preview',
    errorStyle: 'standard',
    browserAccess: 'any_site',
    ownErrors: errors,
    ...schemasOf(body, query),
    errors: [
      ...CREDENTIAL_ERRORS,
      ...COMMON_ERRORS,
      'inactive_api_key',
      'admin_key_required',
      'admin_key_owner_ineligible',
      'beta_required',
      'invalid_version',
      ...schemaErrors({ hasBody: body !== undefined, hasQuery: query !== undefined }),
      ...(parts.method === 'POST' ? (['idempotency_key_reused'] as const) : []),
      ...errors,
    ],
  };
}
