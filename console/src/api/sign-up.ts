import { queryOptions } from '@tanstack/react-query';
import type { Entrances, SignInAnswer, SignUpLink } from '@svc/contract';
import { call } from './console-api.ts';

/** Whether people may sign up. */
export const entrancesOptions = queryOptions({
  queryKey: ['entrances'],
  queryFn: ({ signal }) => call<Entrances>('GET', '/auth/entrances', { signal }),
});

interface SignUpForm {
  readonly email: string;
  readonly name: string;
  readonly organization_name: string;
}

/** From an address to an organization of one's own. Each link works once. */
export const signUp = {
  request: (body: SignUpForm) => call('POST', '/auth/sign_up', { body }),
  readLink: (token: string) => call<SignUpLink>('POST', '/auth/sign_up/read', { body: { token } }),
  confirm: (token: string) => call('POST', '/auth/sign_up/confirm', { body: { token } }),
  complete: (token: string, password: string) =>
    call<SignInAnswer>('POST', '/auth/sign_up/complete', { body: { token, password } }),
};
