import type { ErrorName } from '../../errors.ts';
import { operationsOf, type CheckedOperation, type OperationShape } from '../checked-operation.ts';
import { COMMON_ERRORS, csrfErrors, repetitionErrors, schemaErrors } from '../operation-errors.ts';

/** Where the Operator API begins. */
export const OPERATOR_ROOT = '/operator/v1';
/** Where the same begins for operators in the Console. */
export const OPERATOR_CONSOLE_ROOT = '/console/api/operator';

interface ApiParts {
  /** Pages ask every few seconds, and it tells of no organization: who asked is not written down. */
  readonly isLive?: true;
}

interface PageParts {
  /** Its body carries a fresh code of the operator's authenticator app as `totp`. */
  readonly needsSecondFactor?: true;
}

/** One operation of people who run the deployment. Viewers may GET. */
export type OperatorOperation = CheckedOperation & ApiParts & PageParts;

const KEY_ERRORS = [
  'rate_limited',
  'unauthenticated',
  'invalid_api_key',
  'revoked_api_key',
  'ip_not_allowed',
] as const satisfies readonly ErrorName[];

const SESSION_ERRORS = ['rate_limited', 'session_required'] as const satisfies readonly ErrorName[];

const SECOND_FACTOR_ERRORS = [
  'second_factor_rejected',
  'too_many_attempts',
] as const satisfies readonly ErrorName[];

function usualErrors(form: OperationShape): readonly ErrorName[] {
  return [
    ...COMMON_ERRORS,
    ...(form.method === 'GET' ? [] : (['role_required'] as const)),
    ...schemaErrors(form),
    ...repetitionErrors(form),
  ];
}

/** Errors of an operation that an operator calls from the Console. */
export function operatorSessionErrors(form: OperationShape): readonly ErrorName[] {
  return [...SESSION_ERRORS, ...csrfErrors(form), ...usualErrors(form)];
}

/** Fills in what all operations under `/operator/v1` have in common. */
export const operatorOperation = operationsOf<'operator', ApiParts>({
  credential: 'operator',
  tag: 'Operators',
  // No page of another site has any business with it.
  browserAccess: 'default',
  bodyLimit: 'administration_body_bytes',
  usualErrors: (form) => [...KEY_ERRORS, ...usualErrors(form)],
});

/** The same for operations that only the operators' pages have. */
export const operatorPageOperation = operationsOf<'operator_session', PageParts>({
  credential: 'operator_session',
  tag: 'Console',
  browserAccess: 'console',
  bodyLimit: 'administration_body_bytes',
  usualErrors: (form) => [
    ...operatorSessionErrors(form),
    ...(form.needsSecondFactor ? SECOND_FACTOR_ERRORS : []),
  ],
});
