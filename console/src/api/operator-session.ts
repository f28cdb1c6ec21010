import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import type { OperatorLink, OperatorSession } from '@svc/contract';
import { callAt, type CallOptions } from './console-api.ts';

const ROOT = '/console/api/operator';

/** Of the operator's own sign-in: that of the Console changes nothing here. */
let csrfToken = '';

/** One call of what operators do, with the cookie of their own sign-in. */
export function operatorCall<Answer>(
  method: string,
  path: string,
  options: CallOptions = {},
): Promise<Answer> {
  return callAt({ root: ROOT, csrfToken }, method, path, options);
}

/** Which operator is signed in. Fails with `session_required` when none is. */
export const operatorOptions = queryOptions({
  queryKey: ['operator', 'session'],
  staleTime: 60_000,
  queryFn: async ({ signal }) => {
    const session = await operatorCall<OperatorSession>('GET', '/session', { signal });
    csrfToken = session.csrf_token;
    return session;
  },
});

export function useOperator(): OperatorSession['operator'] {
  return useSuspenseQuery(operatorOptions).data.operator;
}

/** What a viewer may not do is left out of a page. */
export function useMayChange(): boolean {
  return useOperator().role === 'operator';
}

interface OperatorSetup {
  readonly token: string;
  readonly name: string;
  readonly password: string;
  readonly code: string;
}

/** The way in, and out. None but the last needs a session. */
export const operatorSignIn = {
  signIn: (body: { readonly email: string; readonly password: string; readonly code: string }) =>
    operatorCall('POST', '/sign_in', { body }),
  readLink: (token: string) => operatorCall<OperatorLink>('POST', '/set_up/read', { body: { token } }),
  setUp: (body: OperatorSetup) => operatorCall('POST', '/set_up', { body }),
  signOut: () => operatorCall('POST', '/sign_out'),
};
