import type { Authenticated, KeyExchange, Step } from '#exchange';
import type { RateGroup, RequestRates } from '#features/rate-limits';
import type { Authenticate } from '../credential/authenticate.ts';
import { verifyWhenChanged, type VerifyWhenChangedDeps } from '../credential/verify-when-changed.ts';

export interface LimitRateDeps extends VerifyWhenChangedDeps {
  readonly rates: RequestRates;
}

/** Who a rate is counted for. */
export type CountedFor = 'credential' | 'organization';

/**
 * Step 3 (D-01): limits requests per minute, counted when accepted (D-76), per key, per user for sign-in
 * tokens (LIMIT-08), or per organization. With several nodes the same round trip shows whether another node
 * changed the credential: then it is verified again first.
 */
export function limitRate(
  deps: LimitRateDeps,
  group: RateGroup,
  authenticate: Authenticate,
  countedFor: CountedFor = 'credential',
): Step<KeyExchange> {
  const { rates, sharedRates } = deps;
  const callerOf = countedFor === 'organization' ? organizationOf : credentialOf;
  if (!sharedRates) {
    return (exchange) => {
      const [scope, caller] = callerOf(exchange);
      rates.take(group, caller, scope);
    };
  }
  return async (exchange) => {
    const { organizationId } = exchange.credential;
    const [scope, caller] = callerOf(exchange);
    const taken = await sharedRates.take(group, organizationId, caller);
    await verifyWhenChanged(deps, exchange, taken?.epoch, authenticate);
    if (taken) rates.takeShared(group, caller, scope, taken.waitMs);
    else rates.take(group, caller, scope);
  };
}

export type Caller = readonly [scope: 'api_key' | 'user' | 'organization', id: string];

function organizationOf({ credential }: Authenticated): Caller {
  return ['organization', credential.organizationId];
}

export function credentialOf({ credential: { keyId, userId } }: Authenticated): Caller {
  return keyId === null ? ['user', userId] : ['api_key', keyId];
}
