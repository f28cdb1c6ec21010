import { queryOptions } from '@tanstack/react-query';
import type { ConsoleClientCalls } from '@svc/contract';
import { call } from './console-api.ts';

/** Whether people may sign up. */
export const entrancesOptions = queryOptions({
  queryKey: ['entrances'],
  queryFn: ({ signal }) => call('readEntrances', { signal }),
});

/** From an address to an organization of one's own. Each link works once. */
export const signUp = {
  request: (body: ConsoleClientCalls['requestSignUp']['body']) => call('requestSignUp', { body }),
  readLink: (token: string) => call('readSignUpLink', { body: { token } }),
  confirm: (token: string) => call('confirmSignUp', { body: { token } }),
  complete: (token: string, password: string) => call('completeSignUp', { body: { token, password } }),
};
