import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import type { OperatorClientCalls, OperatorSession } from '@svc/contract';
import { createClient, type Client } from './client.ts';
import { OPERATOR_PATHS } from './generated/operator-paths.ts';

const ROOT = '/console/api/operator';

/** Of the operator's own sign-in: that of the Console changes nothing here. */
let csrfToken = '';

/** One call of what operators do, with the cookie of their own sign-in. */
export const operatorCall: Client<OperatorClientCalls> = createClient<OperatorClientCalls>({
  root: ROOT,
  paths: OPERATOR_PATHS,
  csrfToken: () => csrfToken,
});

/** Which operator is signed in. Fails with `session_required` when none is. */
export const operatorOptions = queryOptions({
  queryKey: ['operator', 'session'],
  staleTime: 60_000,
  queryFn: async ({ signal }) => {
    const session = await operatorCall('readOperatorSession', { signal });
    csrfToken = session.csrf_token;
    return session;
  },
});

/** Whether operators sign in through a provider. */
export const operatorEntrancesOptions = queryOptions({
  queryKey: ['operator', 'entrances'],
  queryFn: ({ signal }) => operatorCall('readOperatorEntrances', { signal }),
});

/** Who is asked for a code in this browser. The secret of a new app is not kept. */
export const pendingOperatorSignInOptions = queryOptions({
  queryKey: ['operator', 'pending-sign-in'],
  queryFn: ({ signal }) => operatorCall('readPendingOperatorSignIn', { signal }),
  staleTime: Infinity,
  gcTime: 0,
  retry: false,
});

export function useOperator(): OperatorSession['operator'] {
  return useSuspenseQuery(operatorOptions).data.operator;
}

/** What a viewer may not do is left out of a page. */
export function useMayChange(): boolean {
  return useOperator().role === 'operator';
}

/** The ways in, and out. None but the last needs a session. */
export const operatorSignIn = {
  signIn: (body: OperatorClientCalls['signInOperator']['body']) => operatorCall('signInOperator', { body }),
  readLink: (token: string) => operatorCall('readOperatorLink', { body: { token } }),
  setUp: (body: OperatorClientCalls['setUpOperator']['body']) => operatorCall('setUpOperator', { body }),
  confirm: (code: string) => operatorCall('confirmOperatorSignIn', { body: { code } }),
  signOut: () => operatorCall('signOutOperator'),
};
