/** A value of the connection that is pasted at the provider. */
export type PastedValue = 'redirectUri' | 'acsUrl' | 'entityId' | 'metadataUrl';

/** One provider as the wizard explains it. */
interface IdentityProvider {
  readonly name: string;
  readonly protocol: 'oidc' | 'saml';
  /** Tells its connections by issuer or sign-on address. Absent: what no other provider recognizes. */
  readonly address?: RegExp;
  /** At the provider, until the values to copy back are there. */
  readonly before: readonly string[];
  /** Of the fields of the form, in their order. */
  readonly copyBack: Readonly<Record<string, string>>;
  readonly example: string;
  /** At the provider, once the connection exists: where each value goes. */
  readonly paste: readonly { readonly value: PastedValue; readonly where: string }[];
  /** How groups get into what the provider sends. */
  readonly groups: string;
  readonly scopes?: string;
  readonly attributes?: Partial<Record<'email' | 'name' | 'groups', string>>;
}

const REDIRECT_HINT = 'The redirect URI comes with the connection. Keep what the form suggests for now.';

/** In the order in which they are offered. */
export const IDENTITY_PROVIDERS = {
  okta: {
    name: 'Okta',
    protocol: 'oidc',
    address: /\.(okta|oktapreview|okta-emea)\.com(\/|$)/,
    before: [
      'In the Okta Admin Console, open Applications → Applications → Create App Integration.',
      'Choose “OIDC - OpenID Connect”, then “Web Application”, and keep the grant type “Authorization Code”.',
      `${REDIRECT_HINT} Assign the people or groups who may sign in, and save.`,
    ],
    copyBack: {
      issuer: 'Your Okta domain with https://, as in the address of the sign-in page. Without /admin.',
      clientId: 'General → Client Credentials → Client ID.',
      clientSecret: 'General → CLIENT SECRETS.',
    },
    example: 'https://acme.okta.com',
    paste: [{ value: 'redirectUri', where: 'General → LOGIN → Sign-in redirect URIs' }],
    groups:
      'In the app, open Sign On → OpenID Connect ID Token → Edit. Set “Groups claim filter” to groups, “Matches regex”, .* and save.',
    scopes: 'openid email profile groups',
  },
  entra: {
    name: 'Microsoft Entra ID',
    protocol: 'oidc',
    address: /^https:\/\/(login\.microsoftonline\.|sts\.windows\.net)/,
    before: [
      'In the Entra admin center, open Identity → Applications → App registrations → New registration.',
      'Choose “Accounts in this organizational directory only”. Leave the redirect URI empty for now.',
      'Open Certificates & secrets → New client secret. Note when it expires.',
      'Open Token configuration → Add optional claim → ID, and add email. Without it the ID token has no email.',
    ],
    copyBack: {
      issuer: 'https://login.microsoftonline.com/, then Overview → Directory (tenant) ID, then /v2.0.',
      clientId: 'Overview → Application (client) ID.',
      clientSecret: 'The column Value of the new secret, not its Secret ID. Entra shows it once.',
    },
    example: 'https://login.microsoftonline.com/00000000-0000-0000-0000-000000000000/v2.0',
    paste: [{ value: 'redirectUri', where: 'Authentication → Add a platform → Web → Redirect URIs' }],
    groups:
      'Open Token configuration → Add groups claim → “Groups assigned to the application”, for ID. Groups arrive as object IDs. Entra leaves them out for people in more than 200 groups.',
  },
  google: {
    name: 'Google Workspace',
    protocol: 'oidc',
    address: /^https:\/\/accounts\.google\.com/,
    before: [
      'In the Google Cloud console, open APIs & Services → OAuth consent screen and choose the user type “Internal”.',
      'Open Credentials → Create credentials → OAuth client ID → Web application. Leave the redirect URIs empty for now.',
    ],
    copyBack: {
      issuer: 'Always https://accounts.google.com.',
      clientId: 'Client ID, which ends in .apps.googleusercontent.com.',
      clientSecret: 'Client secret.',
    },
    example: 'https://accounts.google.com',
    paste: [{ value: 'redirectUri', where: 'The OAuth client → Authorized redirect URIs' }],
    groups: 'Google sends no groups. Leave roles to this page and to Members, or use directory sync.',
  },
  keycloak: {
    name: 'Keycloak',
    protocol: 'oidc',
    address: /\/realms\/[^/]+$/,
    before: [
      'In the realm, open Clients → Create client with the client type “OpenID Connect”.',
      'Turn on “Client authentication” and “Standard flow”. Leave the valid redirect URIs empty for now.',
    ],
    copyBack: {
      issuer: 'Realm settings → OpenID Endpoint Configuration: the value of “issuer”.',
      clientId: 'The client ID that you chose.',
      clientSecret: 'The client → Credentials → Client Secret.',
    },
    example: 'https://keycloak.acme.example/realms/acme',
    paste: [{ value: 'redirectUri', where: 'The client → Settings → Valid redirect URIs' }],
    groups:
      'Open the client → Client scopes → …-dedicated → Add mapper → Group Membership. Set the token claim name to groups and turn off “Full group path”.',
  },
  oidc: {
    name: 'Other provider (OpenID Connect)',
    protocol: 'oidc',
    before: [
      'Register a confidential web application with the authorization code flow and PKCE (S256).',
      'ID tokens must be signed with RS256, PS256 or ES256, and have sub and the email.',
      REDIRECT_HINT,
    ],
    copyBack: {
      issuer: 'Exactly as in the document at ISSUER/.well-known/openid-configuration.',
      clientId: 'Client ID.',
      clientSecret: 'Client secret. Leave empty for a public client.',
    },
    example: 'https://login.acme.example',
    paste: [{ value: 'redirectUri', where: 'Redirect URI, also called callback URL' }],
    groups: 'Have the provider add the names of the person’s groups to the ID token, as a list of texts.',
  },
  saml: {
    name: 'Other provider (SAML 2.0)',
    protocol: 'saml',
    before: [
      'Create a SAML 2.0 application. Where the form wants a sign-on (ACS) URL at once, enter any https address for now.',
      'Have assertions signed with SHA-256, and send the email as an attribute or a stable NameID with it.',
    ],
    copyBack: {
      entityId: 'Entity ID of the provider, also called issuer. The metadata has it as entityID.',
      ssoUrl: 'Single sign-on URL for the HTTP-Redirect binding.',
      certificates: 'Signing certificate in PEM. Two while the provider changes it.',
    },
    example: 'https://idp.acme.example/metadata',
    paste: [
      { value: 'acsUrl', where: 'ACS URL, also called reply or single sign-on URL' },
      { value: 'entityId', where: 'Entity ID, also called audience URI' },
      { value: 'metadataUrl', where: 'Metadata URL, where the provider can import it instead of both' },
    ],
    groups: 'Have the provider send the names of the person’s groups as an attribute with several values.',
    attributes: { email: 'email', name: 'name', groups: 'groups' },
  },
} as const satisfies Readonly<Record<string, IdentityProvider>>;

export type IdentityProviderName = keyof typeof IDENTITY_PROVIDERS;
