import type { OperatorCall, OperatorSignInOperationId } from '@svc/contract';
import type { HttpExchange, OperatorExchange } from '#exchange';
import type { WithCookies } from '#features/console-auth';
import type { Call } from '#features/module';
import { readOperatorLink, setUpOperator } from './set-up-operator.ts';
import { signInOperator, signOutOperator, type OperatorSignInDeps } from './sign-in-operator.ts';
import { findOperator } from './store/operators.ts';

/** One handler per operation that signs operators in or out, or reads their session. */
export type OperatorSignInHandlers = {
  readonly [Id in OperatorSignInOperationId]: (
    exchange: OperatorCall<Id>['credential'] extends 'none' ? HttpExchange : OperatorExchange,
    call: Call<OperatorCall<Id>>,
  ) => Promise<WithCookies<object>>;
};

export function operatorSignInHandlers(deps: OperatorSignInDeps): OperatorSignInHandlers {
  return {
    signInOperator: (exchange, { body }) => signInOperator(deps, exchange, body),
    readOperatorLink: async (exchange, { body }) => ({
      body: await readOperatorLink(deps, exchange, body.token),
      cookies: [],
    }),
    setUpOperator: (exchange, { body }) => setUpOperator(deps, exchange, body),
    readOperatorSession: async ({ operator }) => {
      const name = (await findOperator(deps.db, operator.id))?.name ?? operator.name;
      return { body: await deps.operatorSessions.read(operator, name), cookies: [] };
    },
    signOutOperator: (exchange) => signOutOperator(deps, exchange),
  };
}
