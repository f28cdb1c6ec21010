import type { ErrorName } from '../../errors.ts';
import type { Permission } from '../../permissions.ts';
import { operationsOf, type CheckedOperation, type OperationShape } from '../checked-operation.ts';
import { COMMON_ERRORS, csrfErrors, repetitionErrors, schemaErrors } from '../operation-errors.ts';

/** Where the Console's own API begins. */
export const CONSOLE_ROOT = '/console/api';

/** A permission of the role matrix; `signed_in` is whoever belongs to the organization. */
export type ConsolePermission = Permission | 'signed_in';

interface ConsoleParts {
  readonly permission: ConsolePermission;
  /** Its body carries a fresh code of an authenticator app as `totp` (D-CONS-2). */
  readonly needsSecondFactor?: true;
  readonly replays?: false;
}

/** One operation of the Console's own API (D-CONS-6), for people with a sign-in session and nobody else. Not published. */
export type ConsoleOperation = CheckedOperation & ConsoleParts;

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

/** What any operation of a person in an organization can answer. */
export function consoleErrors(form: OperationShape & Pick<ConsoleParts, 'replays'>): readonly ErrorName[] {
  return [
    ...SESSION_ERRORS,
    ...COMMON_ERRORS,
    ...csrfErrors(form),
    ...schemaErrors(form),
    ...repetitionErrors(form),
  ];
}

/** Fills in what all operations under `/console/api` have in common. */
export const consoleOperation = operationsOf<'console_session', ConsoleParts>({
  credential: 'console_session',
  tag: 'Console',
  browserAccess: 'console',
  bodyLimit: 'administration_body_bytes',
  usualErrors: (form) => [...consoleErrors(form), ...(form.needsSecondFactor ? SECOND_FACTOR_ERRORS : [])],
});
