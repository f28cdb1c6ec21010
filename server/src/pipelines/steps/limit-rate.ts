import type { Step } from '#exchange';
import type { RateGroup, RequestRates } from '#features/limits';
import { judgeWhenChanged, type JudgeWhenChangedRooms } from './judge-when-changed.ts';

export interface LimitRateRooms extends JudgeWhenChangedRooms {
  readonly rates: RequestRates;
}

/**
 * Step 3 (D-01): requests a minute per key, counted when accepted (D-76). With several nodes the same round trip tells
 * whether the credential was changed on another one: then it is judged again, before anything else.
 */
export function limitRate(rooms: LimitRateRooms, group: RateGroup, authenticate: Step): Step {
  const { rates, sharedRates } = rooms;
  if (!sharedRates) return ({ credential }) => rates.take(group, credential.keyId, 'api_key');
  return async (exchange) => {
    const { keyId, organizationId } = exchange.credential;
    const taken = await sharedRates.take(group, organizationId, keyId);
    await judgeWhenChanged(rooms, exchange, taken?.epoch, authenticate);
    if (taken) rates.takeShared(group, keyId, 'api_key', taken.waitMs);
    else rates.take(group, keyId, 'api_key');
  };
}
