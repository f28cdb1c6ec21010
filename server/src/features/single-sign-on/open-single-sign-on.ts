import type { LimitValues } from '@svc/contract';
import type { Clock, Log, OutboundGuard } from '#kit';
import type { SealingRing } from '#sealing';
import { ConnectionSecrets } from './connections/connection-secrets.ts';
import { OidcProviderClient } from './provider/oidc-provider-client.ts';
import { SamlVerifier } from './saml/saml-verifier.ts';

interface SingleSignOnParts {
  readonly sealing: SealingRing;
  readonly guard: OutboundGuard;
  readonly clock: Clock;
  readonly log: Log;
  readonly limits: () => LimitValues;
}

export function openSingleSignOn(parts: SingleSignOnParts) {
  return {
    singleSignOn: {
      secrets: new ConnectionSecrets(parts),
      provider: new OidcProviderClient(parts),
      saml: new SamlVerifier(),
    },
  };
}
