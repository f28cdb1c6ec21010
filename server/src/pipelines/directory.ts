import type { DirectoryOperation } from '@svc/contract';
import { sequence, type DirectoryExchange, type HttpExchange, type Step } from '#exchange';
import { limitDeclaredSize } from './steps/body/limit-size.ts';
import { parseScim, type ParseScimDeps } from './steps/body/parse-scim.ts';
import { readBody, type ReadBodyDeps } from './steps/body/read-body.ts';
import { requireScim } from './steps/body/require-scim.ts';
import {
  authenticateDirectory,
  type AuthenticateDirectoryDeps,
} from './steps/credential/authenticate-directory.ts';
import { limitDirectoryRate } from './steps/limits/limit-directory-rate.ts';
import type { LimitNetworkRateDeps } from './steps/limits/limit-network-rate.ts';

export interface DirectoryDeps
  extends AuthenticateDirectoryDeps, LimitNetworkRateDeps, ReadBodyDeps, ParseScimDeps {}

/** The pipeline of a request of a directory. `handler` judges the token again in the transaction of a change, however long its body took. */
export function directory(
  deps: DirectoryDeps,
  operation: DirectoryOperation,
  handler: Step<DirectoryExchange>,
): Step<HttpExchange> {
  return sequence<HttpExchange>()(
    authenticateDirectory(deps), //     401 403
    limitDirectoryRate(deps), //        429
    directoryBody(deps, operation), //  413 400 408 503
    handler, //                          404 409
  );
}

function directoryBody(deps: DirectoryDeps, operation: DirectoryOperation): Step<HttpExchange> {
  if (!('bodyLimit' in operation)) return sequence<HttpExchange>()();
  const limitBytes = (): number => deps.limits()[operation.bodyLimit];
  return sequence<HttpExchange>()(
    limitDeclaredSize(limitBytes), // 413
    requireScim, //                   400
    readBody(deps, limitBytes), //    413 408 503
    parseScim(deps, operation), //    400
  );
}
