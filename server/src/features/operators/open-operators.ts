import type { DeploymentConfig } from '#config';
import { OidcProviderClient } from '#features/single-sign-on';
import { createOperatorOutbound, type Clock, type Secret } from '#kit';
import type { SealingRing } from '#sealing';
import type { Store } from '#store';
import { OperatorAuthenticators } from './operator-authenticator.ts';
import { OperatorSessions } from './operator-sessions.ts';

interface OperatorsParts {
  readonly db: Store['db'];
  readonly clock: Clock;
  readonly dataKey: Secret;
  readonly sealing: SealingRing;
  readonly baseUrl: string;
  readonly deployment: () => DeploymentConfig;
}

export function openOperators({ db, clock, dataKey, sealing, baseUrl, deployment }: OperatorsParts) {
  const issuer = () => deployment().operators.sso?.issuer;
  const limits = () => deployment().limits;
  return {
    operatorSessions: new OperatorSessions({ db, clock, dataKey, baseUrl, issuer }),
    operatorProvider: new OidcProviderClient({ guard: createOperatorOutbound(), clock, limits }),
    authenticators: new OperatorAuthenticators(sealing, dataKey),
  };
}
