import { createHash } from 'node:crypto';
import type { HttpExchange } from '#exchange';
import { fingerprint, fingerprintBytes, MINUTE_MS, networkOf, newSecret } from '#kit';
import type { ProvidedPerson } from '../provider/read-claims.ts';
import { SignOnFailure } from '../provider/sign-on-failure.ts';
import type { Assertion } from '../saml/read-assertion.ts';
import { serviceProviderOf } from '../saml/service-provider.ts';
import { toPerson } from '../saml/to-person.ts';
import type { ConnectionRow } from '../store/connections.ts';
import { claimMessage, insertResponse } from '../store/responses.ts';
import { redirectTo, sendingFailures, type Redirect } from './redirect.ts';
import { returnPath } from './sign-on-attempt.ts';
import type { SignOnDeps } from './sign-on-deps.ts';

/** How long the browser may take from the provider's page to ours. */
const RESPONSE_MS = 2 * MINUTE_MS;
/** Of ours, which responses to our requests repeat. */
const MAX_RELAY_STATE = 2048;

/**
 * Takes the form that a provider has the browser post (SSO-06 to SSO-08). It comes from another site, without the cookie of the browser that
 * began, so what was verified is kept, and the browser is sent to a page of ours (D-SSO-17).
 */
export function receiveResponse(deps: SignOnDeps, exchange: HttpExchange): Promise<Redirect> {
  return sendingFailures(deps, exchange, async (connection) => {
    const fields = new URLSearchParams(Buffer.from(exchange.bytes ?? []).toString());
    const relayState = (fields.get('RelayState') ?? '').slice(0, MAX_RELAY_STATE);
    const assertion = await verify(deps, exchange, connection, fields.get('SAMLResponse') ?? '');
    const person = toPerson(assertion, connection.attribute_map);
    if (assertion.inResponseTo === undefined) {
      requireUnsolicited(connection);
      await claimAssertion(deps, connection, assertion);
      return beginAgain(connection, relayState);
    }
    const { inResponseTo: requestId } = assertion;
    const token = await keep(deps, connection, assertion, { person, requestId, relayState });
    return redirectTo(`/sso/${connection.id}/callback?response=${token}`);
  });
}

async function verify(
  deps: SignOnDeps,
  { address }: HttpExchange,
  { id, saml }: ConnectionRow,
  field: string,
): Promise<Assertion> {
  if (!saml) throw new SignOnFailure('state', 'sso_disabled');
  return deps.singleSignOn.saml.verify(networkOf(address), {
    field,
    saml,
    provider: serviceProviderOf(deps.baseUrl, id),
    clock: { nowMs: deps.clock.nowMs(), leewayMs: deps.limits().sso_clock_leeway_s * 1000 },
  });
}

function requireUnsolicited({ status, allow_idp_initiated: isAllowed }: ConnectionRow): void {
  if (status !== 'active') throw new SignOnFailure('state', 'sso_disabled');
  if (!isAllowed) throw new SignOnFailure('unsolicited');
}

/**
 * A response that nobody asked for signs nobody in: any site could post one, and the person would go on under somebody else's name. The
 * service asks for one instead, which the provider gives without a page to whom it has signed in (SSO-08).
 */
function beginAgain({ id }: ConnectionRow, relayState: string): Redirect {
  const query = new URLSearchParams({ return_to: returnPath(relayState) });
  return redirectTo(`/sso/${id}/start?${query.toString()}`);
}

interface Kept {
  readonly person: ProvidedPerson;
  readonly requestId: string;
  readonly relayState: string;
}

/** Returns the token by which the browser finds it. */
async function keep(
  deps: SignOnDeps,
  connection: ConnectionRow,
  assertion: Assertion,
  { person, requestId, relayState }: Kept,
): Promise<string> {
  const token = newSecret('ssoresponse_').reveal();
  await deps.db.transaction().execute(async (trx) => {
    await claimAssertion({ db: trx }, connection, assertion);
    await insertResponse(trx, {
      fingerprint: fingerprintBytes(fingerprint(token)),
      connection_id: connection.id,
      connection_updated_at: connection.updated_at,
      request_id: requestId,
      relay_state: relayState,
      person,
      expires_at: deps.clock.nowMs() + RESPONSE_MS,
    });
  });
  return token;
}

/** Throws SignOnFailure when the assertion was used before. */
async function claimAssertion(
  { db }: Pick<SignOnDeps, 'db'>,
  { id: connectionId }: ConnectionRow,
  { id, usableUntilMs }: Assertion,
): Promise<void> {
  const message = { connection_id: connectionId, digest: messageDigest('assertion', id) };
  if (!(await claimMessage(db, { ...message, expires_at: usableUntilMs })))
    throw new SignOnFailure('replayed');
}

/** Under which a message is remembered as used. */
export function messageDigest(kind: 'assertion' | 'request', id: string): Buffer {
  return createHash('sha256').update(`${kind} ${id}`).digest();
}
