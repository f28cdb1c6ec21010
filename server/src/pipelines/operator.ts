import type { Operation } from '@svc/contract';
import { sequence, type HttpExchange, type OperatorExchange, type Step } from '#exchange';
import {
  authenticateOperator,
  authenticateOperatorKey,
  requireOperatorRole,
  requireOperatorToken,
  type OperatorKeyDeps,
  type OperatorSessionDeps,
} from './steps/credential/authenticate-operator.ts';
import { judgeAgain } from './steps/credential/judge-again.ts';
import { operationBody, type OperationBodyDeps } from './steps/body/json-body.ts';
import { parseInput, type ParseInputDeps } from './steps/body/parse-input.ts';
import { limitNetworkRate, type LimitNetworkRateDeps } from './steps/limits/limit-network-rate.ts';
import { requireConsoleOrigin, type SameSiteDeps } from './steps/require-same-site.ts';

export interface OperatorDeps
  extends
    OperatorKeyDeps,
    OperatorSessionDeps,
    LimitNetworkRateDeps,
    OperationBodyDeps,
    ParseInputDeps,
    Pick<SameSiteDeps, 'consoleOrigin'> {}

/** The pipeline of a call to the Operator API. `handler` then looks for what the path names. */
export function operatorApi(
  deps: OperatorDeps,
  operation: Operation,
  handler: Step<OperatorExchange>,
): Step<HttpExchange> {
  const judged = sequence<OperatorExchange>()(authenticateOperatorKey(deps), requireOperatorRole);
  const again = judgeAgain(operation, judged);
  return sequence<HttpExchange>()(
    limitNetworkRate(deps, 'operator'), // 429
    authenticateOperatorKey(deps), //      401 403
    requireOperatorRole, //                403
    operationBody(deps, operation), //     413 400 408 503
    parseInput(deps, operation), //        400
    again, //                              401 403
    handler, //                             404 409
  );
}

/** The pipeline of a request from the operators' pages. */
export function operatorConsole(
  deps: OperatorDeps,
  operation: Operation,
  handler: Step<OperatorExchange>,
): Step<HttpExchange> {
  const judged = sequence<OperatorExchange>()(authenticateOperator(deps), requireOperatorRole);
  const again = judgeAgain(operation, judged);
  return sequence<HttpExchange>()(
    limitNetworkRate(deps, 'operator'), // 429
    authenticateOperator(deps), //         401
    requireConsoleOrigin(deps), //         403
    requireOperatorToken(deps), //         403
    requireOperatorRole, //                403
    operationBody(deps, operation), //     413 400 408 503
    parseInput(deps, operation), //        400
    again, //                              401 403
    handler, //                             403 404 409
  );
}

/** The pipeline of a request about the operator's own session, for viewers too. */
export function operatorAccount(
  deps: OperatorDeps,
  operation: Operation,
  handler: Step<OperatorExchange>,
): Step<HttpExchange> {
  const again = judgeAgain<OperatorExchange>(operation, authenticateOperator(deps));
  return sequence<HttpExchange>()(
    limitNetworkRate(deps, 'operator'), // 429
    authenticateOperator(deps), //         401
    requireConsoleOrigin(deps), //         403
    requireOperatorToken(deps), //         403
    operationBody(deps, operation), //     413 400 408 503
    parseInput(deps, operation), //        400
    again, //                              401
    handler,
  );
}
