import type { Exchange, Step } from '#exchange';
import type { RateGroup, RequestRates } from '#features/limits';
import { judgeWhenChanged, type JudgeWhenChangedRooms } from './judge-when-changed.ts';

export interface LimitRateRooms extends JudgeWhenChangedRooms {
  readonly rates: RequestRates;
}

/** Who a rate is counted for. */
export type CountedFor = 'api_key' | 'organization';

/**
 * Step 3 (D-01): requests a minute per key, or per organization, counted when accepted (D-76). With several nodes the same round trip tells
 * whether the credential was changed on another one: then it is judged again, before anything else.
 */
export function limitRate(rooms: LimitRateRooms, group: RateGroup, authenticate: Step, scope: CountedFor = 'api_key'): Step {
  const { rates, sharedRates } = rooms;
  const callerOf = ({ credential }: Exchange): string => (scope === 'organization' ? credential.organizationId : credential.keyId);
  if (!sharedRates) return (exchange) => rates.take(group, callerOf(exchange), scope);
  return async (exchange) => {
    const { organizationId } = exchange.credential;
    const caller = callerOf(exchange);
    const taken = await sharedRates.take(group, organizationId, caller);
    await judgeWhenChanged(rooms, exchange, taken?.epoch, authenticate);
    if (taken) rates.takeShared(group, caller, scope, taken.waitMs);
    else rates.take(group, caller, scope);
  };
}
