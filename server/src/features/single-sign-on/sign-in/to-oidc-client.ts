import type { OidcClient } from '../provider/oidc-provider-client.ts';
import { SignOnFailure } from '../provider/sign-on-failure.ts';
import type { ConnectionRow } from '../store/connections.ts';
import type { SignOnDeps } from './sign-on-deps.ts';

/** Throws SignOnFailure for a connection of another protocol. */
export function toOidcClient(
  { singleSignOn, clock }: Pick<SignOnDeps, 'singleSignOn' | 'clock'>,
  connection: ConnectionRow,
): OidcClient {
  const { oidc } = connection;
  if (!oidc) throw new SignOnFailure('state', 'sso_disabled');
  const isForIssuer = oidc.secret_issuer === oidc.issuer;
  return { ...oidc, secrets: isForIssuer ? singleSignOn.secrets.open(connection, clock.nowMs()) : [] };
}
