import type { HttpExchange } from '#exchange';
import { readClaims, type ProvidedPerson } from '../provider/read-claims.ts';
import { SignOnFailure } from '../provider/sign-on-failure.ts';
import type { ConnectionRow } from '../store/connections.ts';
import { completeSignOn } from './complete-sign-on.ts';
import { redirectTo, sendingFailures, type Redirect } from './redirect.ts';
import { findAttempt, type SignOnAttempt } from './sign-on-attempt.ts';
import type { SignOnDeps } from './sign-on-deps.ts';
import { callbackOf } from './start-sign-on.ts';
import { takeResponse } from './take-response.ts';
import { runTest, type ProviderResponse } from './test-report/run-test.ts';
import { toOidcClient } from './to-oidc-client.ts';

/** Takes the browser back from the provider, and signs the person in. */
export function finishSignOn(deps: SignOnDeps, exchange: HttpExchange): Promise<Redirect> {
  return sendingFailures(deps, exchange, async (connection, url) => {
    const { signInCookies, clock } = deps;
    const header = exchange.request.headers.cookie;
    const attempt = findAttempt(signInCookies, header, connection.id, clock.nowMs());
    if (!attempt) throw new SignOnFailure('state', 'sso_expired');
    requireOpen(connection, attempt);
    const response = connection.saml
      ? assertedPerson(deps, connection, attempt, url)
      : exchangedCode(deps, connection, attempt, url);
    if (attempt.test) return runTest(deps, { exchange, connection, test: attempt.test }, response);
    const person = response.readPerson(await response.receive());
    const isOver = signInCookies.clear('single_sign_on');
    const { body, cookies } = await completeSignOn(deps, exchange, connection, person);
    const isSignedIn = body.status === 'signed_in';
    return redirectTo(isSignedIn ? attempt.returnTo : codePage(attempt), [...cookies, isOver]);
  });
}

/** The claims of the person whose code OpenID Connect put into the address. */
function exchangedCode(
  deps: SignOnDeps,
  connection: ConnectionRow,
  attempt: SignOnAttempt,
  url: URL,
): ProviderResponse {
  return {
    async receive() {
      if (url.searchParams.get('state') !== attempt.state) throw new SignOnFailure('state');
      const callback = new URL(callbackOf(deps, connection));
      callback.search = url.search;
      return deps.singleSignOn.provider.exchangeCode(toOidcClient(deps, connection), attempt, callback);
    },
    readPerson: (claims) => readClaims(claims, connection.attribute_map),
  };
}

/** The person of an assertion that was verified when it was posted, and for a test its attributes. */
function assertedPerson(
  deps: SignOnDeps,
  connection: ConnectionRow,
  attempt: SignOnAttempt,
  url: URL,
): ProviderResponse {
  let person: ProvidedPerson;
  return {
    async receive() {
      const taken = await takeResponse(deps, connection, attempt, url.searchParams.get('response') ?? '');
      person = taken.person;
      return taken.attributes ?? {};
    },
    readPerson: () => person,
  };
}

/** It may have been disabled while the person was at the provider. */
function requireOpen({ status }: ConnectionRow, { test }: SignOnAttempt): void {
  if (!test && status !== 'active') throw new SignOnFailure('state', 'sso_disabled');
}

/** Where the code of an authenticator app is asked for (D-SSO-18). */
function codePage({ returnTo }: SignOnAttempt): string {
  return `/console/sign-in?${new URLSearchParams({ step: 'code', return_to: returnTo }).toString()}`;
}
