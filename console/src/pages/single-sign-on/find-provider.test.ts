import { expect, it } from 'vitest';
import { IDENTITY_PROVIDERS, type IdentityProviderName } from '../../strings/identity-providers.ts';
import { findProvider } from './find-provider.ts';

const NAMES = Object.keys(IDENTITY_PROVIDERS) as IdentityProviderName[];
const oidc = (issuer: string) => ({
  protocol: 'oidc' as const,
  oidc: { issuer, client_id: 'svc', scopes: 'openid', client_secret_expires_at: null },
});

it.each(NAMES.filter((name) => IDENTITY_PROVIDERS[name].protocol === 'oidc'))(
  'recognizes %s by its example',
  (name) => expect(findProvider(oidc(IDENTITY_PROVIDERS[name].example))).toBe(name),
);

it.each([
  ['https://okta.com.evil.example', 'oidc'],
  ['https://acme.oktapreview.com/oauth2/default', 'okta'],
  ['https://sts.windows.net/0/', 'entra'],
  ['https://accounts.google.com', 'google'],
])('takes %s for %s', (issuer, name) => expect(findProvider(oidc(issuer))).toBe(name));

it('has one entry for SAML', () => {
  expect(findProvider({ protocol: 'saml', oidc: null })).toBe('saml');
});
