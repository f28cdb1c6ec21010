import { sequence, type HttpExchange, type Step } from '#exchange';
import { limitDeclaredSize } from './steps/body/limit-size.ts';
import { readBody, type ReadBodyDeps } from './steps/body/read-body.ts';

/** The pipeline of a form that another site has a browser post here. What it says is all there is to judge it by: it has no cookies. */
export function crossSitePost(
  deps: ReadBodyDeps,
  limitBytes: number,
  handler: Step<HttpExchange>,
): Step<HttpExchange> {
  const limit = (): number => limitBytes;
  return sequence<HttpExchange>()(
    limitDeclaredSize(limit), // 413
    readBody(deps, limit), //    413 408 503
    handler, //                  303
  );
}
