import { listOf } from '../../schemas/administration/page.ts';
import { SignUp, signUpQuery, signUpRefusal } from '../../schemas/operator/sign-up.ts';
import { operatorOperation } from './operator-operation.ts';

const LIST = '/operator/v1/signups';
const ONE = `${LIST}/{signup_id}`;

/** People who ask for an organization of their own. */
export const OPERATOR_SIGN_UP_OPERATIONS = [
  operatorOperation({
    id: 'listSignUps',
    method: 'GET',
    path: LIST,
    summary: 'List sign-ups',
    query: signUpQuery,
    response: listOf(SignUp),
  }),
  operatorOperation({
    id: 'approveSignUp',
    method: 'POST',
    path: `${ONE}/approve`,
    summary: 'Approve a sign-up',
    response: SignUp,
    errors: ['sign_up_not_found'],
  }),
  operatorOperation({
    id: 'refuseSignUp',
    method: 'POST',
    path: `${ONE}/refuse`,
    summary: 'Refuse a sign-up',
    body: signUpRefusal,
    response: SignUp,
    errors: ['sign_up_not_found'],
  }),
] as const;
