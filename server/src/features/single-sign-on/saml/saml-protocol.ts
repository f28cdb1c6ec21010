import type { StoredSaml } from '#store';
import { requireSame } from '../provider/sign-on-failure.ts';
import type { AssertionClock } from './assertion-times.ts';
import { checkResponse } from './check-response.ts';
import { decodeResponse } from './decode-response.ts';
import { readAssertion, type Assertion } from './read-assertion.ts';
import { verifiedAssertion } from './saml-library.ts';
import type { ServiceProvider } from './service-provider.ts';

export interface PostedResponse {
  /** `SAMLResponse` of the form. */
  readonly field: string;
  readonly saml: StoredSaml;
  readonly provider: ServiceProvider;
  readonly clock: AssertionClock;
}

/**
 * The assertion that a provider sent, verified and meant for this connection (SSO-06, SSO-07). Whether it was used before, and who asked for
 * it, is the caller's part. Throws SignOnFailure.
 */
export async function verifyResponse({ field, saml, provider, clock }: PostedResponse): Promise<Assertion> {
  const xml = decodeResponse(field);
  const head = checkResponse(xml);
  const verified = await verifiedAssertion(saml, provider, { ...head, xml });
  const { entityId: audience, acsUrl: recipient } = provider;
  const assertion = readAssertion(verified, { ...clock, issuer: saml.idp_entity_id, audience, recipient });
  if (head.issuer !== undefined) requireSame('issuer', saml.idp_entity_id, head.issuer);
  if (head.destination !== undefined) requireSame('recipient', recipient, head.destination);
  requireSame('in_response_to', assertion.inResponseTo, head.inResponseTo);
  return assertion;
}
