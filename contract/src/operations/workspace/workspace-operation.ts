import type { Permission } from '../../permissions.ts';
import { operationsOf, type CheckedOperation } from '../checked-operation.ts';
import { COMMON_ERRORS, CREDENTIAL_ERRORS, repetitionErrors, schemaErrors } from '../operation-errors.ts';
import type { OperationTag } from '../operation.ts';

interface WorkspaceParts {
  readonly tag: OperationTag;
  /** What a person needs for it in the workspace. */
  readonly permission: Permission;
  /** Asks a model: a repetition is a call of its own (D-IDEM-1). */
  readonly isModelCall?: true;
}

/** One operation on the resources of a workspace. */
export type WorkspaceOperation = CheckedOperation & WorkspaceParts;

/** Fills in what all operations of private keys on what their workspace owns have in common (platform contract §4.5 to §4.9, §5.1). */
export const workspaceOperation = operationsOf<'workspace', WorkspaceParts>({
  credential: 'workspace',
  browserAccess: 'any_site',
  bodyLimit: 'administration_body_bytes',
  usualErrors: (form) => [
    ...CREDENTIAL_ERRORS,
    ...COMMON_ERRORS,
    'inactive_api_key',
    'inference_not_allowed',
    'invalid_version',
    ...(form.beta === undefined ? [] : (['beta_required'] as const)),
    ...schemaErrors(form),
    ...(form.isModelCall ? [] : repetitionErrors(form)),
  ],
});
