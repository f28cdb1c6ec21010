import type { LimitValues, OfferedOperation } from '@svc/contract';
import { sequence, type HttpExchange, type Step } from '#exchange';
import { limitDeclaredSize } from './limit-size.ts';
import { readBody, type ReadBodyDeps } from './read-body.ts';
import { requireJson } from './require-json.ts';

/** Steps 5 to 7 (D-01): a JSON body of at most so many bytes. */
export function jsonBody(deps: ReadBodyDeps, limitBytes: () => number) {
  return sequence<HttpExchange>()(
    limitDeclaredSize(limitBytes), // 413
    requireJson, //                   400
    readBody(deps, limitBytes), //    413 408 503
  );
}

export interface OperationBodyDeps extends ReadBodyDeps {
  readonly limits: () => LimitValues;
}

/** The same for an operation that is checked by its schemas, where it takes a body. */
export function operationBody(deps: OperationBodyDeps, { bodyLimit }: OfferedOperation): Step<HttpExchange> {
  return bodyLimit ? jsonBody(deps, () => deps.limits()[bodyLimit]) : sequence<HttpExchange>()();
}
