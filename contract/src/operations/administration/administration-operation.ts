import type { Permission } from '../../permissions.ts';
import { operationsOf, type CheckedOperation } from '../checked-operation.ts';
import { COMMON_ERRORS, CREDENTIAL_ERRORS, schemaErrors } from '../operation-errors.ts';

/** The flag every Admin API call carries (platform contract §9). */
export const ADMINISTRATION_BETA = 'admin-2026-11-01';

interface AdministrationParts {
  /** What a person needs for the same operation in the Console. */
  readonly permission: Permission;
}

/** One operation of the Admin API. */
export type AdministrationOperation = CheckedOperation & AdministrationParts;

/** Fills in what all operations under `/v1/organizations` have in common (platform contract §4, §5.1 and §7). */
export const administration = operationsOf<'admin', AdministrationParts>({
  credential: 'admin',
  tag: 'Admin',
  beta: ADMINISTRATION_BETA,
  browserAccess: 'any_site',
  bodyLimit: 'administration_body_bytes',
  usualErrors: (form) => [
    ...CREDENTIAL_ERRORS,
    ...COMMON_ERRORS,
    'inactive_api_key',
    'admin_key_required',
    'admin_key_owner_ineligible',
    'beta_required',
    'invalid_version',
    ...schemaErrors(form),
    ...(form.method === 'POST' ? (['idempotency_key_reused'] as const) : []),
  ],
});
