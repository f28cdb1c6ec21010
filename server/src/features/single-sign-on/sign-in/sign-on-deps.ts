import type { CredentialsChanged } from '#cluster';
import type { SignInDeps } from '#features/console-auth';
import type { RunChangeDeps } from '#features/organization';
import type { ConnectionSecrets } from '../connections/connection-secrets.ts';
import type { OidcProviderClient } from '../provider/oidc-provider-client.ts';
import type { SamlVerifier } from '../saml/saml-verifier.ts';

export interface SignOnDeps extends SignInDeps, RunChangeDeps {
  readonly credentialsChanged: CredentialsChanged;
  readonly singleSignOn: {
    readonly secrets: ConnectionSecrets;
    readonly provider: OidcProviderClient;
    readonly saml: SamlVerifier;
  };
}
