import type { Exchange, Step } from '#exchange';
import type { RateGroup, RequestRates } from '#features/limits';
import { judgeWhenChanged, type JudgeWhenChangedRooms } from '../credential/judge-when-changed.ts';

export interface LimitRateRooms extends JudgeWhenChangedRooms {
  readonly rates: RequestRates;
}

/** Who a rate is counted for. */
export type CountedFor = 'credential' | 'organization';

/**
 * Step 3 (D-01): requests a minute per key, per person where they come with sign-in tokens (LIMIT-08), or per organization, counted
 * when accepted (D-76). With several nodes the same round trip tells whether the credential was changed on another one: then it is
 * judged again, before anything else.
 */
export function limitRate(rooms: LimitRateRooms, group: RateGroup, authenticate: Step, countedFor: CountedFor = 'credential'): Step {
  const { rates, sharedRates } = rooms;
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
    await judgeWhenChanged(rooms, exchange, taken?.epoch, authenticate);
    if (taken) rates.takeShared(group, caller, scope, taken.waitMs);
    else rates.take(group, caller, scope);
  };
}

type Caller = readonly [scope: 'api_key' | 'user' | 'organization', id: string];

function organizationOf({ credential }: Exchange): Caller {
  return ['organization', credential.organizationId];
}

function credentialOf({ credential: { keyId, userId } }: Exchange): Caller {
  return keyId === null ? ['user', userId] : ['api_key', keyId];
}
