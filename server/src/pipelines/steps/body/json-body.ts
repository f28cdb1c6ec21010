import type { LimitValues, Operation } from '@svc/contract';
import { sequence, type HttpExchange, type Step } from '#exchange';
import { limitDeclaredSize } from './limit-size.ts';
import { readBody, type ReadBodyDeps } from './read-body.ts';
import { requireJson } from './require-json.ts';

/** Steps 5 to 7 (D-01): a JSON body of at most this many bytes. */
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

/** The same for an operation checked by its schemas, if it takes a body. A form is left to its handler. */
export function operationBody(
  deps: OperationBodyDeps,
  { bodyLimit, transfer }: Operation,
): Step<HttpExchange> {
  if (!bodyLimit) return sequence<HttpExchange>()();
  const limitBytes = (): number => deps.limits()[bodyLimit];
  return transfer === 'form' ? unlessForm(jsonBody(deps, limitBytes)) : jsonBody(deps, limitBytes);
}

function unlessForm(step: Step<HttpExchange>): Step<HttpExchange> {
  return (exchange) => (hasForm(exchange) ? undefined : step(exchange));
}

/** Whether the body is a form, according to its header. */
export function hasForm({ request }: HttpExchange): boolean {
  return /^multipart\/form-data\s*(;|$)/i.test(request.headers['content-type'] ?? '');
}
