import type { SsoConnection } from '@svc/contract';
import { IDENTITY_PROVIDERS, type IdentityProviderName } from '../../strings/identity-providers.ts';

/** Which provider of the wizard a connection belongs to, by its address. */
export function findProvider({
  protocol,
  oidc,
}: Pick<SsoConnection, 'protocol' | 'oidc'>): IdentityProviderName {
  const issuer = oidc?.issuer ?? '';
  for (const name of ['okta', 'entra', 'google', 'keycloak'] as const)
    if (IDENTITY_PROVIDERS[name].address.test(issuer)) return name;
  return protocol;
}
