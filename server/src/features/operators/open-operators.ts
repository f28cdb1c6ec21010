import type { Clock, Secret } from '#kit';
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
}

export function openOperators({ db, clock, dataKey, sealing, baseUrl }: OperatorsParts) {
  return {
    operatorSessions: new OperatorSessions({ db, clock, dataKey, baseUrl }),
    authenticators: new OperatorAuthenticators(sealing, dataKey),
  };
}
