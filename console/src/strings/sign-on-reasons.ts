import type { SsoFailureReason } from '@svc/contract';

/** What to change at the provider, or here, for each check that can fail. */
export const SIGN_ON_REASONS: Readonly<
  Record<SsoFailureReason, { readonly title: string; readonly fix: string }>
> = {
  state: {
    title: 'The response belongs to another sign-in',
    fix: 'Run the test again in one browser, without going back. If the connection was changed during the test, test the new settings.',
  },
  nonce: {
    title: 'The ID token is for another sign-in',
    fix: 'The provider must copy the nonce of the request into the ID token. Run the test again; a proxy that repeats responses also causes this.',
  },
  issuer: {
    title: 'The provider calls itself by another issuer',
    fix: 'Copy the issuer exactly as the provider sends it: https, the same host, and a final slash only if it has one. Change it under Edit.',
  },
  audience: {
    title: 'The response is for another application',
    fix: 'OpenID Connect: the client ID must be that of this application. SAML: set the audience (entity ID) at the provider to the value on this page.',
  },
  expired: {
    title: 'The response is too old, or from the future',
    fix: 'Set the clock of the provider and of this service by a time server. A minute of difference is allowed.',
  },
  algorithm: {
    title: 'The response is signed with an algorithm that is not accepted',
    fix: 'Have ID tokens signed with RS256, PS256 or ES256, and SAML assertions with SHA-256 or better. HS256, none and SHA-1 are refused.',
  },
  signature: {
    title: 'The signature does not fit',
    fix: 'OpenID Connect: the provider must publish the key at its jwks_uri. SAML: replace the certificate here by the one the provider signs with now.',
  },
  claims: {
    title: 'A claim that identifies the person is missing',
    fix: 'Compare what arrived below with the names under “Claims”: have the provider send the email, or enter the name it uses under Edit.',
  },
  email_unverified: {
    title: 'The provider calls the email unverified',
    fix: 'Verify the address at the provider, or have it send email_verified as true or not at all.',
  },
  domain: {
    title: 'The email is not in a verified domain of this connection',
    fix: 'Verify the domain on this page and add it to the connection, or give the person an address in one of its domains.',
  },
  not_a_member: {
    title: 'The person is not a member',
    fix: 'Invite them, or choose “Become members when they first sign in”. Suspended people stay out, and an address that another account of the provider already uses is refused.',
  },
  provider_error: {
    title: 'The provider refused',
    fix: 'See what it said below. Often the redirect URI is not registered, the person is not assigned to the application, or the client secret is wrong or has expired.',
  },
  provider_unavailable: {
    title: 'The provider could not be reached',
    fix: 'Open ISSUER/.well-known/openid-configuration in a browser: it must answer over https with a valid certificate. Addresses in private networks must be opened by the operator.',
  },
  assertion: {
    title: 'The SAML response is not one signed assertion',
    fix: 'Have the provider sign the assertion, send exactly one, and not encrypt it.',
  },
  recipient: {
    title: 'The assertion is for another address',
    fix: 'Set the ACS URL, recipient and destination at the provider to the ACS URL on this page.',
  },
  in_response_to: {
    title: 'The assertion answers another request',
    fix: 'Run the test again from this page. The provider must send InResponseTo with the ID of the request.',
  },
  replayed: {
    title: 'The assertion was used before',
    fix: 'Run the test again without going back or reloading.',
  },
  unsolicited: {
    title: 'The sign-in began at the provider',
    fix: 'Begin at the sign-in page here, or allow sign-ins that begin at the provider under Edit.',
  },
};
