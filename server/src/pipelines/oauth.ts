import type { LimitValues, Operation } from '@svc/contract';
import { sequence, type HttpExchange, type Step } from '#exchange';
import { limitDeclaredSize } from './steps/body/limit-size.ts';
import { readBody, type ReadBodyDeps } from './steps/body/read-body.ts';
import { requireForm } from './steps/body/require-form.ts';

export interface OAuthDeps extends ReadBodyDeps {
  readonly limits: () => LimitValues;
}

/** The pipeline of a request to the sign-in endpoints, which needs no credential. */
export function oauth(
  deps: OAuthDeps,
  { bodyLimit }: Operation,
  handler: Step<HttpExchange>,
): Step<HttpExchange> {
  const { limits } = deps;
  if (!bodyLimit) return handler;
  const limitBytes = (): number => limits()[bodyLimit];
  return sequence<HttpExchange>()(
    limitDeclaredSize(limitBytes), // 413
    requireForm, //                   400
    readBody(deps, limitBytes), //    413 408 503
    handler, //                        200 400
  );
}
