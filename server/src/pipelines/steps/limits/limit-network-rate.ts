import type { HttpExchange, Step } from '#exchange';
import type { RateGroup, RequestRates, SharedRates } from '#features/rate-limits';
import { networkOf } from '#kit';

export interface LimitNetworkRateDeps {
  readonly rates: RequestRates;
  /** Absent: this node counts alone. */
  readonly sharedRates: SharedRates | undefined;
}

/**
 * Limits the requests per minute of one network, before anything expensive. A network is an IPv4 address,
 * which one household or office shares, or an IPv6 /64, all of whose addresses belong to one caller. A larger
 * network would let neighbours lock each other out.
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
