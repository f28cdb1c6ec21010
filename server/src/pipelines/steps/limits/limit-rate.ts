import type { Authenticated, KeyExchange, Step } from '#exchange';
import type { OwnLimit, RateGroup, RequestRates, SharedTake } from '#features/rate-limits';
import type { Authenticate } from '../credential/authenticate.ts';
import { verifyWhenChanged, type VerifyWhenChangedDeps } from '../credential/verify-when-changed.ts';

export interface LimitRateDeps extends VerifyWhenChangedDeps {
  readonly rates: RequestRates;
}

/** Who a rate is counted for. */
export type CountedFor = 'credential' | 'organization';

/**
 * Step 3 (D-01): limits requests per minute, counted when accepted (D-76), per key, per user for sign-in
 * tokens (LIMIT-08), or per organization. With several nodes the same answer shows whether another node
 * changed the credential: then it is verified again first. The answer is at hand where the node has drawn requests ahead. A key's own limit, where it is lower, takes the place of
 * the deployment's for model calls: one count, and no second question (ADR 0087).
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
      rates.take(group, caller, scope, ownLimit(group, exchange));
    };
  }
  const takeOf = (exchange: KeyExchange): SharedTake | undefined | Promise<SharedTake | undefined> => {
    const [, caller] = callerOf(exchange);
    return sharedRates.take(group, exchange.credential.organizationId, caller, ownLimit(group, exchange));
  };
  const finish = async (exchange: KeyExchange, first: ReturnType<typeof takeOf>): Promise<void> => {
    const [scope, caller] = callerOf(exchange);
    let own = ownLimit(group, exchange);
    let taken = await first;
    await verifyWhenChanged(deps, exchange, taken?.epoch, authenticate);
    // Refused by a limit that was raised elsewhere. Accepted by one that was lowered, it is counted and cannot be judged again.
    if (
      taken &&
      taken.waitMs > 0 &&
      ownLimit(group, exchange)?.requestsPerMinute !== own?.requestsPerMinute
    ) {
      own = ownLimit(group, exchange);
      taken = await takeOf(exchange);
    }
    if (taken) rates.takeShared(group, caller, scope, taken.waitMs, own);
    else rates.take(group, caller, scope, own);
  };
  return (exchange) => {
    const taken = takeOf(exchange);
    if (taken === undefined || taken instanceof Promise || !isPrefetchedAndCurrent(deps, exchange, taken))
      return finish(exchange, taken);
    return rates.note(group, callerOf(exchange)[1]);
  };
}

/** Nothing is left to ask: the request was drawn ahead, and the credential's record is as new as the draw. */
function isPrefetchedAndCurrent(
  { epochs }: LimitRateDeps,
  { key }: KeyExchange,
  { waitMs, epoch }: SharedTake,
): boolean {
  return waitMs === 0 && epoch !== undefined && epochs.isCurrent(key.id, epoch);
}

function ownLimit(group: RateGroup, { credential: { restrictions } }: Authenticated): OwnLimit | undefined {
  if (group !== 'inference' || restrictions === null || restrictions.requestsPerMinute === null)
    return undefined;
  return { keyName: restrictions.keyName, requestsPerMinute: restrictions.requestsPerMinute };
}

export type Caller = readonly [scope: 'api_key' | 'user' | 'organization', id: string];

function organizationOf({ credential }: Authenticated): Caller {
  return ['organization', credential.organizationId];
}

export function credentialOf({ credential: { keyId, userId } }: Authenticated): Caller {
  return keyId === null ? ['user', userId] : ['api_key', keyId];
}
