import { SignInStart, signInStart } from '../../schemas/console/sign-in.ts';
import { entranceOperation } from './sign-in-operation.ts';

/** Before a password is asked for (SSO-04). */
export const SINGLE_SIGN_ON_OPERATIONS = [
  entranceOperation({
    id: 'beginSignIn',
    method: 'POST',
    path: '/console/api/auth/begin',
    summary: 'Read how people of an email domain sign in',
    body: signInStart,
    response: SignInStart,
  }),
] as const;
