import { linkReading } from '../../schemas/console/links.ts';
import { Done, SignInOutcome } from '../../schemas/console/sign-in.ts';
import { signUpCompletion, SignUpLink, signUpRequest } from '../../schemas/console/sign-up.ts';
import { entranceOperation } from './sign-in-operation.ts';

const SIGN_UP = '/console/api/auth/sign_up';

/** From an email address to an organization. Unknown paths while the deployment has no `signup`. */
export const SIGN_UP_OPERATIONS = [
  entranceOperation({
    id: 'requestSignUp',
    method: 'POST',
    path: SIGN_UP,
    summary: 'Request a link by mail that creates an organization',
    body: signUpRequest,
    response: Done,
    errors: ['not_found', 'too_many_attempts'],
  }),
  entranceOperation({
    id: 'readSignUpLink',
    method: 'POST',
    path: `${SIGN_UP}/read`,
    summary: 'Read what the link of a sign-up is for',
    body: linkReading,
    response: SignUpLink,
    errors: ['not_found', 'link_invalid', 'too_many_attempts'],
  }),
  entranceOperation({
    id: 'confirmSignUp',
    method: 'POST',
    path: `${SIGN_UP}/confirm`,
    summary: 'Ask for approval of a sign-up whose address was verified',
    body: linkReading,
    response: Done,
    errors: ['not_found', 'link_invalid', 'too_many_attempts', 'resource_conflict'],
  }),
  entranceOperation({
    id: 'completeSignUp',
    method: 'POST',
    path: `${SIGN_UP}/complete`,
    summary: 'Choose a password, create the organization and sign in',
    body: signUpCompletion,
    response: SignInOutcome,
    errors: ['not_found', 'link_invalid', 'too_many_attempts', 'resource_conflict', 'account_disabled'],
  }),
] as const;
