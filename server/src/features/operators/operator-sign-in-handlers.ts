import type { OperatorCall, OperatorSignInOperationId } from '@svc/contract';
import type { HttpExchange, OperatorExchange } from '#exchange';
import type { WithCookies } from '#features/console-auth';
import type { Call } from '#features/module';
import { readOperatorLink, setUpOperator } from './set-up-operator.ts';
import { signInOperator, signOutOperator } from './sign-in-operator.ts';
import { confirmOperatorSignIn, readPendingSignIn } from './sign-on/confirm-operator-sign-in.ts';
import type { OperatorSignOnDeps } from './sign-on/operator-sign-on-deps.ts';
import { findOperator } from './store/operators.ts';

/** One handler per operation that signs operators in or out, or reads their session. */
export type OperatorSignInHandlers = {
  readonly [Id in OperatorSignInOperationId]: (
    exchange: OperatorCall<Id>['credential'] extends 'none' ? HttpExchange : OperatorExchange,
    call: Call<OperatorCall<Id>>,
  ) => Promise<WithCookies<object>>;
};

export function operatorSignInHandlers(deps: OperatorSignOnDeps): OperatorSignInHandlers {
  return {
    signInOperator: (exchange, { body }) => signInOperator(deps, exchange, body),
    readOperatorLink: async (exchange, { body }) => ({
      body: await readOperatorLink(deps, exchange, body.token),
      cookies: [],
    }),
    setUpOperator: (exchange, { body }) => setUpOperator(deps, exchange, body),
    readOperatorEntrances: async () => {
      const { sso } = deps.deployment().operators;
      const way = sso ? { name: sso.name, url: '/sso/operators/start' } : null;
      return { body: { type: 'operator_entrances', sso: way }, cookies: [] };
    },
    readPendingOperatorSignIn: async (exchange) => ({
      body: await readPendingSignIn(deps, exchange),
      cookies: [],
    }),
    confirmOperatorSignIn: (exchange, { body }) => confirmOperatorSignIn(deps, exchange, body),
    readOperatorSession: async ({ operator }) => {
      const name = (await findOperator(deps.db, operator.id))?.name ?? operator.name;
      return { body: await deps.operatorSessions.read(operator, name), cookies: [] };
    },
    signOutOperator: (exchange) => signOutOperator(deps, exchange),
  };
}
