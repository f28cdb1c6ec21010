import { operationsOf, type CheckedOperation } from '../checked-operation.ts';
import { COMMON_ERRORS, csrfErrors, plainSchemaErrors } from '../operation-errors.ts';

/** An operation on somebody's own account: into the Console, out of it, and what proves who they are (D-CONS-1). Not published. */
export type SignInOperation = CheckedOperation & { readonly credential: 'none' | 'console_session' };

/** Fills in what all operations have in common that the Console's pages call without a sign-in. */
export const entranceOperation = operationsOf({
  credential: 'none',
  tag: 'Console',
  browserAccess: 'console',
  bodyLimit: 'unauthenticated_body_bytes',
  usualErrors: (form) => [...COMMON_ERRORS, 'rate_limited', ...csrfErrors(form), ...plainSchemaErrors(form)],
});

/** The same for people who are signed in, whether or not they are in an organization. */
export const accountOperation = operationsOf({
  credential: 'console_session',
  tag: 'Console',
  browserAccess: 'console',
  bodyLimit: 'administration_body_bytes',
  usualErrors: (form) => [
    ...COMMON_ERRORS,
    'session_required',
    'account_disabled',
    ...csrfErrors(form),
    ...plainSchemaErrors(form),
  ],
});
