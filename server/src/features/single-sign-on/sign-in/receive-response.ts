import { createHash } from 'node:crypto';
import type { Insertable } from 'kysely';
import type { HttpExchange } from '#exchange';
import { fingerprint, fingerprintBytes, MINUTE_MS, networkOf, newSecret } from '#kit';
import type { Tables } from '#store';
import type { ProvidedPerson } from '../provider/read-claims.ts';
import { SignOnFailure } from '../provider/sign-on-failure.ts';
import type { Assertion } from '../saml/read-assertion.ts';
import { serviceProviderOf } from '../saml/service-provider.ts';
import { toPerson } from '../saml/to-person.ts';
import type { ConnectionRow } from '../store/connections.ts';
import { claimMessage, insertResponse } from '../store/responses.ts';
import { mayNoteFailure } from './note-failure.ts';
import { redirectTo, sendingFailures, type Redirect } from './redirect.ts';
import { isStateOfTest, returnPath } from './sign-on-attempt.ts';
import type { SignOnDeps } from './sign-on-deps.ts';
import { toStoredReport } from './test-report/stored-report.ts';

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
    const posted = { field: fields.get('SAMLResponse') ?? '', relayState };
    try {
      return await accept(deps, exchange, connection, posted);
    } catch (error) {
      if (!(error instanceof SignOnFailure) || error.code === 'sso_disabled' || !isStateOfTest(relayState))
        throw error;
      return refuseTest(deps, exchange, connection, { relayState, failure: error });
    }
  });
}

interface Posted {
  readonly field: string;
  readonly relayState: string;
}

async function accept(
  deps: SignOnDeps,
  exchange: HttpExchange,
  connection: ConnectionRow,
  { field, relayState }: Posted,
): Promise<Redirect> {
  const assertion = await verify(deps, exchange, connection, field);
  const person = personOf(assertion, connection);
  if (assertion.inResponseTo === undefined) {
    requireUnsolicited(connection);
    await claimAssertion(deps, connection, assertion);
    return beginAgain(connection, relayState);
  }
  const response = {
    request_id: assertion.inResponseTo,
    relay_state: relayState,
    person,
    attributes: isStateOfTest(relayState) ? attributesOf(assertion) : null,
    failure: null,
  };
  return deps.db.transaction().execute(async (trx) => {
    await claimAssertion({ db: trx }, connection, assertion);
    return keep({ ...deps, db: trx }, connection, response);
  });
}

/** Throws SignOnFailure, with the attributes for the report of a test. */
function personOf(assertion: Assertion, { attribute_map: map }: ConnectionRow): ProvidedPerson {
  try {
    return toPerson(assertion, map);
  } catch (error) {
    if (!(error instanceof SignOnFailure)) throw error;
    const evidence = { ...error.evidence, attributes: attributesOf(assertion) };
    throw new SignOnFailure(error.reason, error.code, evidence);
  }
}

/** What the provider says of a person, as an owner is shown it. A value that is no text is empty. */
function attributesOf({ nameId, attributes }: Assertion): Readonly<Record<string, readonly string[]>> {
  const texts = [...attributes].map(([name, values]) => [name, values.map((value) => value ?? '')] as const);
  return Object.fromEntries([['NameID', [nameId]], ...texts]);
}

/**
 * Keeps why the response of a test was refused, for the browser that began the test: here nothing shows who it is. Anybody can post one with
 * the state of a test, so it counts as a failure to log, of which there is a limit.
 */
async function refuseTest(
  deps: SignOnDeps,
  exchange: HttpExchange,
  connection: ConnectionRow,
  { relayState, failure }: { readonly relayState: string; readonly failure: SignOnFailure },
): Promise<Redirect> {
  if (!(await mayNoteFailure(deps, exchange, connection.id))) throw failure;
  const { reason, evidence } = failure;
  const { expected, received, provider_error } = toStoredReport({ reason, evidence });
  return keep(deps, connection, {
    request_id: '',
    relay_state: relayState,
    person: null,
    attributes: evidence?.attributes ?? null,
    failure: { reason, expected, received, provider_error },
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

type Kept = Pick<
  Insertable<Tables['sso_responses']>,
  'request_id' | 'relay_state' | 'person' | 'attributes' | 'failure'
>;

/** Sends the browser to where it is recognized, with the token by which the response is found. */
async function keep(
  { db, clock }: Pick<SignOnDeps, 'db' | 'clock'>,
  { id, updated_at: updatedAtMs }: ConnectionRow,
  response: Kept,
): Promise<Redirect> {
  const token = newSecret('ssoresponse_').reveal();
  await insertResponse(db, {
    ...response,
    fingerprint: fingerprintBytes(fingerprint(token)),
    connection_id: id,
    connection_updated_at: updatedAtMs,
    expires_at: clock.nowMs() + RESPONSE_MS,
  });
  return redirectTo(`/sso/${id}/callback?response=${token}`);
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
