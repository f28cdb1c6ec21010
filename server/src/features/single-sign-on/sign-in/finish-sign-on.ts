import type { HttpExchange } from '#exchange';
import { readClaims } from '../provider/read-claims.ts';
import { SignOnFailure } from '../provider/sign-on-failure.ts';
import type { ConnectionRow } from '../store/connections.ts';
import { completeSignOn } from './complete-sign-on.ts';
import { redirectTo, sendingFailures, type Redirect } from './redirect.ts';
import { findAttempt, type SignOnAttempt } from './sign-on-attempt.ts';
import type { SignOnDeps } from './sign-on-deps.ts';
import { callbackOf } from './start-sign-on.ts';
import { runTest } from './test-report/run-test.ts';
import type { Attributes } from './test-report/stored-report.ts';
import { toOidcClient } from './to-oidc-client.ts';

/** Takes the browser back from the provider, and signs the person in. */
export function finishSignOn(deps: SignOnDeps, exchange: HttpExchange): Promise<Redirect> {
  return sendingFailures(deps, exchange, async (connection, url) => {
    const { signInCookies, clock, singleSignOn } = deps;
    const header = exchange.request.headers.cookie;
    const attempt = findAttempt(signInCookies, header, connection.id, clock.nowMs());
    if (!attempt) throw new SignOnFailure('state', 'sso_expired');
    requireOpen(connection, attempt);
    if (url.searchParams.get('state') !== attempt.state) throw new SignOnFailure('state');
    const callback = new URL(callbackOf(deps, connection));
    callback.search = url.search;
    const receive = () =>
      singleSignOn.provider.exchangeCode(toOidcClient(deps, connection), attempt, callback);
    const readPerson = (claims: Attributes) => readClaims(claims, connection.attribute_map);
    if (attempt.test)
      return runTest(deps, { exchange, connection, test: attempt.test }, { receive, readPerson });
    const person = readPerson(await receive());
    const isOver = signInCookies.clear('single_sign_on');
    const { body, cookies } = await completeSignOn(deps, exchange, connection, person);
    const isSignedIn = body.status === 'signed_in';
    return redirectTo(isSignedIn ? attempt.returnTo : codePage(attempt), [...cookies, isOver]);
  });
}

/** It may have been disabled while the person was at the provider. */
function requireOpen({ status }: ConnectionRow, { test }: SignOnAttempt): void {
  if (!test && status !== 'active') throw new SignOnFailure('state', 'sso_disabled');
}

/** Where the code of an authenticator app is asked for (D-SSO-18). */
function codePage({ returnTo }: SignOnAttempt): string {
  return `/console/sign-in?${new URLSearchParams({ step: 'code', return_to: returnTo }).toString()}`;
}
