import { deletion } from '../../schemas/administration/page.ts';
import { Done } from '../../schemas/console/sign-in.ts';
import {
  NewOperatorKey,
  OperatorKey,
  operatorKeyCreation,
  operatorKeyRevocation,
} from '../../schemas/operator/key.ts';
import {
  operatorCode,
  operatorCredentials,
  OperatorEntrances,
  OperatorLink,
  operatorLinkReading,
  OperatorSession,
  operatorSetup,
  PendingOperatorSignIn,
} from '../../schemas/operator/operator.ts';
import { entranceOperation } from '../console/sign-in-operation.ts';
import { OPERATOR_CONSOLE_ROOT, operatorPageOperation } from './operator-operation.ts';

/** Into the operators' pages, and out of them. */
export const OPERATOR_SIGN_IN_OPERATIONS = [
  entranceOperation({
    id: 'signInOperator',
    method: 'POST',
    path: `${OPERATOR_CONSOLE_ROOT}/sign_in`,
    summary: 'Sign in as an operator, with password and code',
    body: operatorCredentials,
    response: Done,
    errors: ['sign_in_rejected', 'too_many_attempts'],
  }),
  entranceOperation({
    id: 'readOperatorLink',
    method: 'POST',
    path: `${OPERATOR_CONSOLE_ROOT}/set_up/read`,
    summary: 'Read what an operator link is for',
    body: operatorLinkReading,
    response: OperatorLink,
    errors: ['link_invalid', 'too_many_attempts'],
  }),
  entranceOperation({
    id: 'setUpOperator',
    method: 'POST',
    path: `${OPERATOR_CONSOLE_ROOT}/set_up`,
    summary: 'Set name, password and authenticator app by an operator link',
    body: operatorSetup,
    response: Done,
    errors: ['link_invalid', 'second_factor_rejected', 'too_many_attempts'],
  }),
  entranceOperation({
    id: 'readOperatorEntrances',
    method: 'GET',
    path: `${OPERATOR_CONSOLE_ROOT}/entrances`,
    summary: 'Read whether operators sign in through a provider',
    response: OperatorEntrances,
  }),
  entranceOperation({
    id: 'readPendingOperatorSignIn',
    method: 'GET',
    path: `${OPERATOR_CONSOLE_ROOT}/sign_in/pending`,
    summary: 'Read who is asked for a code after the sign-in at the provider',
    response: PendingOperatorSignIn,
    errors: ['sign_in_expired'],
  }),
  entranceOperation({
    id: 'confirmOperatorSignIn',
    method: 'POST',
    path: `${OPERATOR_CONSOLE_ROOT}/sign_in/code`,
    summary: 'Complete a sign-in at the provider with a code, and set up the app at the first one',
    body: operatorCode,
    response: Done,
    errors: ['sign_in_expired', 'code_rejected', 'too_many_attempts'],
  }),
  operatorPageOperation({
    id: 'readOperatorSession',
    method: 'GET',
    path: `${OPERATOR_CONSOLE_ROOT}/session`,
    summary: 'Read which operator is signed in',
    response: OperatorSession,
  }),
  operatorPageOperation({
    id: 'signOutOperator',
    method: 'POST',
    path: `${OPERATOR_CONSOLE_ROOT}/sign_out`,
    summary: 'Sign out',
    response: Done,
  }),
] as const;

/** Keys are made by people who prove who they are, and by nobody's key. */
export const OPERATOR_PAGE_OPERATIONS = [
  operatorPageOperation({
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
  operatorPageOperation({
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
