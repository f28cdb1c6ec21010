import type { SignInCall, SignUpOperationId } from '@svc/contract';
import type { SignInHandler } from '#features/console-auth';
import { completeSignUp } from './complete-sign-up.ts';
import { confirmSignUp } from './confirm-sign-up.ts';
import { requestSignUp, type SignUpDeps } from './request-sign-up.ts';
import { readSignUpLink } from './sign-up-link.ts';

/** One handler per operation; an operation without one does not compile. */
type SignUpHandlers = { readonly [Id in SignUpOperationId]: SignInHandler<SignInCall<Id>> };

export function signUpHandlers(deps: SignUpDeps): SignUpHandlers {
  return {
    requestSignUp: (exchange, { body }) => requestSignUp(deps, exchange, body),
    readSignUpLink: (exchange, { body }) => readSignUpLink(deps, exchange, body),
    confirmSignUp: (exchange, { body }) => confirmSignUp(deps, exchange, body),
    completeSignUp: (exchange, { body }) => completeSignUp(deps, exchange, body),
  };
}
