import type { OperatorExchange } from '#exchange';
import type { OperatorSignInDeps } from './sign-in-operator.ts';
import { findOperator } from './store/operators.ts';

/** Has the operator confirm the change by a fresh code. Before the transaction: a code stays used even if the change fails. */
export function confirmOperator(
  deps: Pick<OperatorSignInDeps, 'db' | 'clock' | 'attemptKey' | 'authenticators'>,
): (exchange: OperatorExchange) => Promise<void> {
  return async ({ operator, input }) => {
    const { totp } = input.body as { readonly totp: string };
    await deps.authenticators.confirm(deps, await findOperator(deps.db, operator.id), totp);
  };
}
