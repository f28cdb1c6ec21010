import { ADMINISTRATION_BETA, type Operation } from '@svc/contract';
import { sequence, type HttpExchange, type KeyExchange, type Step } from '#exchange';
import type { Audit } from '#features/audit';
import { authenticate, type AuthenticateDeps } from './steps/credential/authenticate.ts';
import { countUse, type CountUseDeps } from './steps/credential/count-use.ts';
import { retryIfStale } from './steps/credential/verify-when-changed.ts';
import { limitRate, type LimitRateDeps } from './steps/limits/limit-rate.ts';
import { parseInput, type ParseInputDeps } from './steps/body/parse-input.ts';
import { operationBody, type OperationBodyDeps } from './steps/body/json-body.ts';
import { requireBeta, requireKnownBetas } from './steps/require-betas.ts';
import { requirePublishedVersion } from './steps/require-version.ts';

export interface AdministrationDeps
  extends AuthenticateDeps, CountUseDeps, LimitRateDeps, ParseInputDeps, OperationBodyDeps {
  readonly audit: Audit;
}

/**
 * The pipeline of an Admin API call. The order is contract (D-ERR-3). `handler` follows with 403
 * `role_required`, 404 and 409. Everything is read through the key's organization, so other organizations'
 * objects do not exist for it.
 */
export function administration(
  deps: AdministrationDeps,
  operation: Operation,
  handler: Step<KeyExchange>,
): Step<HttpExchange> {
  const verify = authenticate(deps, { admitsAdminKeys: true, admitsInferenceKeys: false });
  return sequence<HttpExchange>()(
    auditRequest(deps.audit),
    retryIfStale(deps, verify), //                           401 403
    countUse(deps),
    limitRate(deps, 'admin_api', verify, 'organization'), // 429
    requireKnownBetas, //                                    400
    requireBeta(ADMINISTRATION_BETA), //                     400
    requirePublishedVersion, //                              400
    operationBody(deps, operation), //                       413 400 408 503
    parseInput(deps, operation), //                          400
    handler, //                                               403 404 409
  );
}

/** Writes the request to the audit log just before its response is sent. */
function auditRequest({ requests }: Audit): Step<HttpExchange> {
  return (exchange) => requests.watch(exchange);
}
