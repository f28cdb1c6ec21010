import type { z } from 'zod';
import type { ErrorName } from '../../errors.ts';
import { deletion } from '../../schemas/administration/page.ts';
import { Done } from '../../schemas/console/sign-in.ts';
import {
  NewOperatorKey,
  OperatorKey,
  operatorKeyCreation,
  operatorKeyRevocation,
} from '../../schemas/operator/key.ts';
import {
  operatorCredentials,
  OperatorLink,
  operatorLinkReading,
  OperatorSession,
  operatorSetup,
} from '../../schemas/operator/operator.ts';
import { schemasOf, type CheckedParts } from '../checked-operation.ts';
import { COMMON_ERRORS } from '../operation-errors.ts';
import type { Method } from '../operation.ts';
import {
  OPERATOR_CONSOLE_ROOT,
  type OperatorOperation,
  operatorSessionErrors,
} from './operator-operation.ts';

const SECOND_FACTOR_ERRORS = ['second_factor_rejected', 'too_many_attempts'] as const;

type Parts<Id, M, Path, Body> = Omit<CheckedParts<Id, M, Path, Body, undefined>, 'query' | 'form'>;

/** An operation without a sign-in: into the operators' pages. */
function entrance<
  const Id extends string,
  const M extends Method,
  const Path extends string,
  Body = undefined,
>({
  body,
  errors = [],
  ...parts
}: Parts<Id, M, Path, Body>): OperatorOperation<Id, M, Path, Body, undefined> {
  return {
    ...parts,
    tag: 'Console',
    credential: 'none',
    status: 'preview',
    errorStyle: 'standard',
    browserAccess: 'console',
    ownErrors: errors,
    ...schemasOf<Body & z.ZodType, never>(body, undefined, 'unauthenticated_body_bytes'),
    errors: [
      ...COMMON_ERRORS,
      'rate_limited',
      'csrf_rejected',
      'payload_too_large',
      'invalid_json',
      'unknown_parameter',
      'invalid_parameter',
      ...errors,
    ],
  };
}

/** An operation that only the operators' pages have. */
function ofSession<
  const Id extends string,
  const M extends Method,
  const Path extends string,
  Body = undefined,
>({
  body,
  errors = [],
  ...parts
}: Parts<Id, M, Path, Body> & {
  readonly needsSecondFactor?: true;
}): OperatorOperation<Id, M, Path, Body, undefined> {
  const own: readonly ErrorName[] = parts.needsSecondFactor ? [...errors, ...SECOND_FACTOR_ERRORS] : errors;
  return {
    ...parts,
    tag: 'Console',
    credential: 'operator_session',
    status: 'preview',
    errorStyle: 'standard',
    browserAccess: 'console',
    ownErrors: own,
    ...schemasOf<Body & z.ZodType, never>(body, undefined),
    errors: operatorSessionErrors(
      { method: parts.method, hasBody: body !== undefined, hasQuery: false },
      own,
    ),
  };
}

/** Into the operators' pages, and out of them. */
export const OPERATOR_SIGN_IN_OPERATIONS = [
  entrance({
    id: 'signInOperator',
    method: 'POST',
    path: `${OPERATOR_CONSOLE_ROOT}/sign_in`,
    summary: 'Sign in as an operator, with password and code',
    body: operatorCredentials,
    response: Done,
    errors: ['sign_in_rejected', 'too_many_attempts'],
  }),
  entrance({
    id: 'readOperatorLink',
    method: 'POST',
    path: `${OPERATOR_CONSOLE_ROOT}/set_up/read`,
    summary: 'Read what an operator link is for',
    body: operatorLinkReading,
    response: OperatorLink,
    errors: ['link_invalid', 'too_many_attempts'],
  }),
  entrance({
    id: 'setUpOperator',
    method: 'POST',
    path: `${OPERATOR_CONSOLE_ROOT}/set_up`,
    summary: 'Set name, password and authenticator app by an operator link',
    body: operatorSetup,
    response: Done,
    errors: ['link_invalid', 'second_factor_rejected', 'too_many_attempts'],
  }),
  ofSession({
    id: 'readOperatorSession',
    method: 'GET',
    path: `${OPERATOR_CONSOLE_ROOT}/session`,
    summary: 'Read which operator is signed in',
    response: OperatorSession,
  }),
  ofSession({
    id: 'signOutOperator',
    method: 'POST',
    path: `${OPERATOR_CONSOLE_ROOT}/sign_out`,
    summary: 'Sign out',
    response: Done,
  }),
] as const;

/** Keys are made by people who prove who they are, and by nobody's key. */
export const OPERATOR_PAGE_OPERATIONS = [
  ofSession({
    id: 'createOperatorKey',
    method: 'POST',
    path: `${OPERATOR_CONSOLE_ROOT}/keys`,
    summary: 'Create an operator key',
    needsSecondFactor: true,
    body: operatorKeyCreation,
    readOnly: Object.keys(NewOperatorKey.shape),
    response: NewOperatorKey,
    successStatuses: [201],
  }),
  ofSession({
    id: 'revokeOperatorKey',
    method: 'POST',
    path: `${OPERATOR_CONSOLE_ROOT}/keys/{key_id}/revoke`,
    summary: 'Revoke an operator key permanently',
    needsSecondFactor: true,
    body: operatorKeyRevocation,
    readOnly: Object.keys(OperatorKey.shape),
    response: deletion('operator_key'),
    errors: ['operator_key_not_found'],
  }),
] as const;
