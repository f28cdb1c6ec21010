import type { WorkspaceOperation } from '@svc/contract';
import { sequence, type HttpExchange, type KeyExchange, type Step } from '#exchange';
import { operationBody, type OperationBodyDeps } from './steps/body/json-body.ts';
import { parseInput, type ParseInputDeps } from './steps/body/parse-input.ts';
import { authenticate, type AuthenticateDeps } from './steps/credential/authenticate.ts';
import { countUse, type CountUseDeps } from './steps/credential/count-use.ts';
import { judgeAgain } from './steps/credential/judge-again.ts';
import { recheckCredential, retryIfStale } from './steps/credential/verify-when-changed.ts';
import { limitRate, type LimitRateDeps } from './steps/limits/limit-rate.ts';
import { requireBeta, requireKnownBetas } from './steps/require-betas.ts';
import { requirePublishedVersion } from './steps/require-version.ts';

export interface WorkspaceResourcesDeps
  extends AuthenticateDeps, CountUseDeps, LimitRateDeps, ParseInputDeps, OperationBodyDeps {}

/**
 * The pipeline of a call to a workspace's resources with one of its private keys. The order is contract
 * (D-ERR-3). `handler` follows with the parts of a form, 404, 409 and 507. Everything is read through the
 * key's workspace, so other workspaces' objects do not exist for it.
 */
export function workspaceResources(
  deps: WorkspaceResourcesDeps,
  operation: WorkspaceOperation,
  handler: Step<KeyExchange>,
): Step<HttpExchange> {
  const verify = authenticate(deps, { admitsAdminKeys: false, scope: 'workspace_resources' });
  // What this node knows of the key is at hand; of a change at another node it may have to ask.
  const judged = sequence<KeyExchange>()(retryIfStale(deps, verify), recheckCredential(deps, verify));
  const again = judgeAgain(operation, judged);
  return sequence<HttpExchange>()(
    retryIfStale(deps, verify), //                                              401 403
    countUse(deps),
    limitRate(deps, 'workspace_resources', verify, 'organization'), //          429
    requireKnownBetas, //                                                       400
    requireBeta(operation.beta), //                                             400
    requirePublishedVersion, //                                                 400
    operationBody(deps, operation), //                                          413 400 408 503
    parseInput(deps, operation), //                                             400
    again, //                                                                   401 403
    handler, //                                                                  400 404 409 413 507
  );
}
