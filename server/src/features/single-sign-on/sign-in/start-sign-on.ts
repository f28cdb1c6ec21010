import type { HttpExchange } from '#exchange';
import { SignOnFailure } from '../provider/sign-on-failure.ts';
import { serviceProviderOf } from '../saml/service-provider.ts';
import type { ConnectionRow } from '../store/connections.ts';
import { takeConnectionTest } from './connection-tests.ts';
import { redirectTo, sendingFailures, type Redirect } from './redirect.ts';
import { keepAttempt, newAttempt, requestIdOf, returnPath, type SignOnAttempt } from './sign-on-attempt.ts';
import type { SignOnDeps } from './sign-on-deps.ts';
import { toOidcClient } from './to-oidc-client.ts';

/** Sends the browser to the provider of an active connection, or of one that its owner is testing, and to no other (D-SSO-12). */
export function startSignOn(deps: SignOnDeps, exchange: HttpExchange): Promise<Redirect> {
  return sendingFailures(deps, exchange, async (connection, url) => {
    const attempt = await attemptOf(deps, exchange, connection, url.searchParams);
    const location = await addressAtProvider(deps, connection, attempt);
    return redirectTo(location, [keepAttempt(deps.signInCookies, attempt)]);
  });
}

export function callbackOf({ baseUrl }: Pick<SignOnDeps, 'baseUrl'>, { id }: ConnectionRow): string {
  return `${baseUrl}/sso/${id}/callback`;
}

async function addressAtProvider(
  deps: SignOnDeps,
  connection: ConnectionRow,
  attempt: SignOnAttempt,
): Promise<string> {
  const { saml, id } = connection;
  if (saml) {
    const { authnRequestUrl } = await import('../saml/saml-library.ts');
    const request = { id: requestIdOf(attempt), relayState: attempt.state };
    return authnRequestUrl(saml, serviceProviderOf(deps.baseUrl, id), request);
  }
  const client = toOidcClient(deps, connection);
  return deps.singleSignOn.provider.authorizationUrl(client, attempt, callbackOf(deps, connection));
}

async function attemptOf(
  deps: SignOnDeps,
  exchange: HttpExchange,
  connection: ConnectionRow,
  query: URLSearchParams,
): Promise<SignOnAttempt> {
  const returnTo = returnPath(query.get('return_to'));
  const nowMs = deps.clock.nowMs();
  const token = query.get('test');
  if (token !== null) {
    const userId = await takeConnectionTest(deps, exchange, connection, token);
    const test = { userId, updatedAtMs: connection.updated_at };
    return newAttempt(connection.id, { returnTo, test }, nowMs);
  }
  if (connection.status !== 'active') throw new SignOnFailure('state', 'sso_disabled');
  return newAttempt(connection.id, { returnTo }, nowMs);
}
