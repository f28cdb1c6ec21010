import type { DirectoryExchange, Step } from '#exchange';
import type { LimitNetworkRateDeps } from './limit-network-rate.ts';

/** Limits the requests per minute of one directory token, over all nodes (SCIM-20). */
export function limitDirectoryRate({ rates, sharedRates }: LimitNetworkRateDeps): Step<DirectoryExchange> {
  return async ({ directory: { organizationId, tokenId } }) => {
    const taken = await sharedRates?.take('directory', organizationId, tokenId);
    if (taken) rates.takeShared('directory', tokenId, 'api_key', taken.waitMs);
    else rates.take('directory', tokenId, 'api_key');
  };
}
