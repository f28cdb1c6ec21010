import type { OperatorSsoConfig } from '#config';
import type { HttpExchange } from '#exchange';
import {
  findAttempt,
  keepAttempt,
  newAttempt,
  readClaims,
  redirectTo,
  SignOnFailure,
  type OidcClient,
  type ProvidedPerson,
  type Redirect,
} from '#features/single-sign-on';
import { noteSignIn } from '../sign-in-operator.ts';
import type { StoredOperator } from '../store/operators.ts';
import { admitOperator } from './admit-operator.ts';
import type { OperatorSignOnDeps } from './operator-sign-on-deps.ts';
import { keepPending } from './pending-sign-in.ts';
import { CODE_PAGE, sendingFailures } from './sending-failures.ts';

/** In place of the id of a connection. No connection has it. */
const CONNECTION = 'operators';
const HOME = '/console/operator';

/** Sends the browser to the provider of operators. */
export function startOperatorSignOn(deps: OperatorSignOnDeps, exchange: HttpExchange): Promise<Redirect> {
  return sendingFailures(deps, exchange, async (sso) => {
    const { operatorProvider, signInCookies, clock } = deps;
    const attempt = newAttempt(CONNECTION, { returnTo: HOME }, clock.nowMs());
    const location = await operatorProvider.authorizationUrl(clientOf(sso), attempt, callbackOf(deps));
    return redirectTo(location, [keepAttempt(signInCookies, attempt)]);
  });
}

/** Takes the browser back from the provider, and signs the operator in or asks for their code. */
export function finishOperatorSignOn(deps: OperatorSignOnDeps, exchange: HttpExchange): Promise<Redirect> {
  return sendingFailures(deps, exchange, async (sso) => {
    const person = await identify(deps, exchange, sso);
    const operator = await admitOperator(deps, exchange, sso, person);
    const isOver = deps.signInCookies.clear('single_sign_on');
    if (mayEnter(sso, person, operator))
      return redirectTo(HOME, [await begin(deps, exchange, operator), isOver]);
    return redirectTo(CODE_PAGE, [keepPending(deps, operator), isOver]);
  });
}

async function identify(
  deps: OperatorSignOnDeps,
  exchange: HttpExchange,
  sso: OperatorSsoConfig,
): Promise<ProvidedPerson> {
  const { signInCookies, clock, operatorProvider } = deps;
  const attempt = findAttempt(signInCookies, exchange.request.headers.cookie, CONNECTION, clock.nowMs());
  if (!attempt) throw new SignOnFailure('state', 'sso_expired');
  const { search, searchParams } = new URL(exchange.request.url ?? '', deps.baseUrl);
  if (searchParams.get('state') !== attempt.state) throw new SignOnFailure('state');
  const callback = new URL(callbackOf(deps));
  callback.search = search;
  const claims = await operatorProvider.exchangeCode(clientOf(sso), attempt, callback);
  return readClaims(claims, { email: 'email', name: 'name', groups: sso.groups_claim });
}

/** Who may create keys has an app, whatever the provider asked for: it confirms that (D-CONS-2). */
function mayEnter(
  sso: OperatorSsoConfig,
  { usedSecondFactor }: ProvidedPerson,
  { role, authenticator }: StoredOperator,
): boolean {
  return (
    sso.trust_second_factor && usedSecondFactor && (role === 'operator_viewer' || authenticator !== null)
  );
}

function begin(deps: OperatorSignOnDeps, exchange: HttpExchange, operator: StoredOperator): Promise<string> {
  return deps.db.transaction().execute(async (trx) => {
    await noteSignIn({ ...deps, db: trx }, exchange, operator, 'session.signed_in');
    return deps.operatorSessions.start(trx, operator.id, operator.issuer);
  });
}

function callbackOf({ baseUrl }: Pick<OperatorSignOnDeps, 'baseUrl'>): string {
  return `${baseUrl}/sso/${CONNECTION}/callback`;
}

function clientOf({ issuer, client_id, client_secret, scopes }: OperatorSsoConfig): OidcClient {
  return { issuer, client_id, scopes, secrets: client_secret ? [client_secret] : [] };
}
