import { generateServiceProviderMetadata, SAML } from '@node-saml/node-saml';
import type { StoredSaml } from '#store';
import { SignOnFailure } from '../provider/sign-on-failure.ts';
import type { SignedElements } from './check-signatures.ts';
import type { ServiceProvider } from './service-provider.ts';

/** A request for a sign-in, as it is sent. */
export interface AuthnRequest {
  readonly id: string;
  readonly relayState: string;
}

/**
 * The library checks signatures here and reads nothing: times, audience and requests are judged by the clock of the service, over all nodes
 * and with the reason that owners find in the log.
 */
class SignatureVerifier extends SAML {
  protected override async processValidlySignedAssertionAsync(xml: string) {
    const profile = { issuer: '', nameID: '', nameIDFormat: '', getAssertionXml: () => xml };
    return { profile, loggedOut: false };
  }
}

/** The address at the provider, with the request in it. */
export function authnRequestUrl(
  saml: StoredSaml,
  provider: ServiceProvider,
  { id, relayState }: AuthnRequest,
): Promise<string> {
  const client = clientOf(saml, provider, { generateUniqueId: () => id });
  return client.getAuthorizeUrlAsync(relayState, undefined, {});
}

/** What is registered at the provider, in XML. */
export function metadataOf({ entityId, acsUrl }: ServiceProvider): string {
  return generateServiceProviderMetadata({
    issuer: entityId,
    callbackUrl: acsUrl,
    identifierFormat: null,
    wantAssertionsSigned: true,
    generateUniqueId: () => '_metadata',
  });
}

/**
 * The assertion of a response in canonical XML, cut out of what a certificate of the provider signed. Whatever is signed must verify. Throws
 * SignOnFailure with the reason `signature`.
 */
export async function verifiedAssertion(
  saml: StoredSaml,
  provider: ServiceProvider,
  { xml, isResponseSigned, isAssertionSigned }: SignedElements & { readonly xml: string },
): Promise<string> {
  const client = clientOf(saml, provider, {
    wantAuthnResponseSigned: isResponseSigned,
    wantAssertionsSigned: isAssertionSigned,
  });
  try {
    const SAMLResponse = Buffer.from(xml).toString('base64');
    const { profile } = await client.validatePostResponseAsync({ SAMLResponse });
    return profile!.getAssertionXml!();
  } catch {
    throw new SignOnFailure('signature');
  }
}

function clientOf(
  saml: StoredSaml,
  { entityId, acsUrl }: ServiceProvider,
  more: Partial<ConstructorParameters<typeof SAML>[0]>,
): SAML {
  return new SignatureVerifier({
    entryPoint: saml.sso_url,
    issuer: entityId,
    callbackUrl: acsUrl,
    idpCert: saml.certificates.map(({ pem }) => pem),
    identifierFormat: null,
    disableRequestedAuthnContext: true,
    ...more,
  });
}
