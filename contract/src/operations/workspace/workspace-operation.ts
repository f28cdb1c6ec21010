import type { BetaFlag } from '../../betas.ts';
import { schemasOf, type CheckedOperation, type CheckedParts } from '../checked-operation.ts';
import { COMMON_ERRORS, CREDENTIAL_ERRORS, schemaErrors } from '../operation-errors.ts';
import type { ErrorName } from '../../errors.ts';
import type { Permission } from '../../permissions.ts';
import type { Method, OperationTag, Transfer } from '../operation.ts';

interface Parts<Id, M, Path, Body, Query, T> extends CheckedParts<Id, M, Path, Body, Query> {
  readonly tag: OperationTag;
  /** What a person needs for it in the workspace. */
  readonly permission: Permission;
  readonly beta?: BetaFlag;
  /** Absent: `json`. */
  readonly transfer?: T;
  /** Asks a model: a repetition is a call of its own (D-IDEM-1). */
  readonly isModelCall?: true;
}

/** One operation on the resources of a workspace, with the types its answer is checked against. */
export interface WorkspaceOperation<
  Id extends string = string,
  M extends Method = Method,
  Path extends string = string,
  Body = unknown,
  Query = unknown,
  T extends Transfer = Transfer,
> extends CheckedOperation<Id, M, Path, Body, Query> {
  readonly transfer: T;
  readonly permission: Permission;
  /** Those that do not follow from the credential. */
  readonly ownErrors: readonly ErrorName[];
}

/** Fills in what all operations of private keys on what their workspace owns have in common (platform contract §4.5 to §4.9, §5.1). */
export function workspaceOperation<
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
  isModelCall,
  ...parts
}: Parts<Id, M, Path, Body, Query, T>): WorkspaceOperation<Id, M, Path, Body, Query, T> {
  return {
    ...parts,
    transfer: (transfer ?? 'json') as T,
    ownErrors: errors,
    credential: 'workspace',
    status: 'preview',
    errorStyle: 'standard',
    browserAccess: 'any_site',
    ...schemasOf(body, query),
    errors: [
      ...CREDENTIAL_ERRORS,
      ...COMMON_ERRORS,
      'inactive_api_key',
      'inference_not_allowed',
      'invalid_version',
      ...(parts.beta === undefined ? [] : (['beta_required'] as const)),
      ...schemaErrors({ hasBody: body !== undefined, hasQuery: query !== undefined }),
      ...(parts.method === 'POST' && !isModelCall
        ? (['idempotency_key_reused', 'resource_conflict'] as const)
        : []),
      ...errors,
    ],
  };
}
