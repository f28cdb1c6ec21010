import type { HttpExchange, Step } from '#exchange';
import type { RateGroup, RequestRates, SharedRates } from '#features/limits';
import { networkOf } from '#kit';

export interface LimitNetworkRateDeps {
  readonly rates: RequestRates;
  /** Absent where this node counts alone. */
  readonly sharedRates: SharedRates | undefined;
}

/**
 * Requests a minute of one network, ahead of anything that such a request costs. A network is an IPv4 address, which is what one
 * household or office has, or the /64 of an IPv6 address, of which one caller has every address. A wider one would let neighbours
 * shut each other out.
 */
export function limitNetworkRate(
  { rates, sharedRates }: LimitNetworkRateDeps,
  group: RateGroup,
): Step<HttpExchange> {
  if (!sharedRates) return ({ address }) => rates.take(group, networkOf(address), 'user');
  return async ({ address }) => {
    const network = networkOf(address);
    const taken = await sharedRates.takeOfNetwork(group, network);
    if (taken) rates.takeShared(group, network, 'user', taken.waitMs);
    else rates.take(group, network, 'user');
  };
}
