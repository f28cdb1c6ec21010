import type { Operation } from '@svc/contract';
import {
  sequence,
  type HttpExchange,
  type MemberExchange,
  type SignedInExchange,
  type Step,
} from '#exchange';
import { authenticatePerson, requireMembership } from './steps/credential/authenticate-person.ts';
import { judgeAgain } from './steps/credential/judge-again.ts';
import { limitPersonRate, type LimitPersonRateDeps } from './steps/limits/limit-person-rate.ts';
import { parseInput, type ParseInputDeps } from './steps/body/parse-input.ts';
import { operationBody, type OperationBodyDeps } from './steps/body/json-body.ts';
import { requireConsoleOrigin, requireCsrfToken, type SameSiteDeps } from './steps/require-same-site.ts';

export interface ConsoleDeps extends ParseInputDeps, OperationBodyDeps, SameSiteDeps, LimitPersonRateDeps {}

/** The pipeline of a request without a sign-in. `handler` then counts attempts: 429. */
export function consolePublic(
  deps: ConsoleDeps,
  operation: Operation,
  handler: Step<HttpExchange>,
): Step<HttpExchange> {
  return sequence<HttpExchange>()(
    requireConsoleOrigin(deps), //     403
    operationBody(deps, operation), // 413 400 408 503
    parseInput(deps, operation), //    400
    handler, //                         401 429
  );
}

/** The pipeline of a request about the user's own account, which needs no organization. */
export function consoleAccount(
  deps: ConsoleDeps,
  operation: Operation,
  handler: Step<SignedInExchange>,
): Step<HttpExchange> {
  const judged = sequence<SignedInExchange>()(authenticatePerson(deps), requireCsrfToken(deps));
  const again = judgeAgain(operation, judged);
  return sequence<HttpExchange>()(
    authenticatePerson(deps), //       401 403
    requireConsoleOrigin(deps), //     403
    requireCsrfToken(deps), //         403
    operationBody(deps, operation), // 413 400 408 503
    parseInput(deps, operation), //    400
    again, //                          401 403
    handler, //                         403 404
  );
}

/**
 * The pipeline of a request about the session's organization. `handler` then checks what the user's roles
 * allow.
 */
export function consoleOrganization(
  deps: ConsoleDeps,
  operation: Operation,
  handler: Step<MemberExchange>,
): Step<HttpExchange> {
  const judged = sequence<MemberExchange>()(
    authenticatePerson(deps),
    requireCsrfToken(deps),
    requireMembership,
  );
  const again = judgeAgain(operation, judged);
  return sequence<HttpExchange>()(
    authenticatePerson(deps), //       401 403
    requireConsoleOrigin(deps), //     403
    requireCsrfToken(deps), //         403
    requireMembership, //              403
    limitPersonRate(deps), //          429
    operationBody(deps, operation), // 413 400 408 503
    parseInput(deps, operation), //    400
    again, //                          401 403
    handler, //                         403 404 409
  );
}
