import ipaddr from 'ipaddr.js';
import { compileIpAllowlist } from '../ip-allowlist.ts';

/** `public`: anybody's. `private`: special, and opened by the operator. `blocked`: special. */
export type AddressClass = 'public' | 'private' | 'blocked';

export type AddressPolicy = (address: string) => AddressClass;

// Only this eighth of IPv6 is given out to networks. Outside it lie forms that carry an IPv4 address and that a table
// of special ranges may miss, such as the deprecated ::127.0.0.1.
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

function isPublic(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.parse(text);
  if (address.range() !== 'unicast') return false;
  return address.kind() === 'ipv4' || address.match(GLOBAL_UNICAST);
}

/**
 * Judges an address as a resolver or a parsed URL gives it. Every range of IANA's special-purpose registries is
 * special, the translated forms (mapped, NAT64, 6to4, Teredo) too, whatever IPv4 address they carry.
 * @param privateTargets ranges of `network.allow_private_targets`
 */
export function createAddressPolicy(privateTargets: readonly string[]): AddressPolicy {
  // An empty allowlist allows any address; an empty list of exceptions makes none.
  const exceptions = privateTargets.length === 0 ? undefined : compileIpAllowlist(privateTargets);
  return (address) => {
    if (exceptions?.allows(address) === true) return 'private';
    return isPublic(address) ? 'public' : 'blocked';
  };
}
