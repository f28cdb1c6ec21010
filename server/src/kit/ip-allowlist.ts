import ipaddr from 'ipaddr.js';
import { parseAddress, unmapped, type IpAddress } from './ip-address.ts';
import { RecentMap } from './recent-map.ts';

/** Most entries of one address list (platform contract §5.4, KEY-70). */
export const IP_ENTRIES_LIMIT = 100;

const WIDEST_PREFIX = { ipv4: 8, ipv6: 32 };
const PREFIX_LENGTH = /^(?:0|[1-9]\d{0,2})$/;
const FIRST_MAPPED_BIT = 96;
const REMEMBERED_ADDRESSES = 64;

function parseEntry(text: string): [IpAddress, number | undefined] | undefined {
  const slash = text.indexOf('/');
  const address = parseAddress(slash < 0 ? text : text.slice(0, slash));
  if (address === undefined) return undefined;
  const mapped = address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress();
  if (slash < 0) return [mapped ? address.toIPv4Address() : address, undefined];
  const digits = text.slice(slash + 1);
  const prefix = Number(digits);
  if (!PREFIX_LENGTH.test(digits) || prefix > (address.kind() === 'ipv4' ? 32 : 128)) return undefined;
  return mapped && prefix >= FIRST_MAPPED_BIT
    ? [address.toIPv4Address(), prefix - FIRST_MAPPED_BIT]
    : [address, prefix];
}

function format(address: IpAddress): string {
  return address instanceof ipaddr.IPv6 ? address.toRFC5952String() : address.toString();
}

/** An address, or a range in CIDR form of any width. Host bits may be set; they are masked where the range is used (D-KEY-6). */
export function isAddressOrRange(text: string): boolean {
  return parseEntry(text) !== undefined;
}

/**
 * An address or CIDR range as it is stored: canonical text, IPv4-mapped IPv6 as IPv4, host bits masked (D-KEY-6).
 * Undefined for anything else, and for ranges wider than /8 (IPv4) or /32 (IPv6) (KEY-69..72).
 */
export function normalizeIpEntry(text: string): string | undefined {
  const [address, prefix] = parseEntry(text.trim()) ?? [];
  if (address === undefined) return undefined;
  if (prefix === undefined) return format(address);
  if (prefix < WIDEST_PREFIX[address.kind()]) return undefined;
  const range = `${address.toString()}/${prefix}`;
  const network =
    address.kind() === 'ipv4'
      ? ipaddr.IPv4.networkAddressFromCIDR(range)
      : ipaddr.IPv6.networkAddressFromCIDR(range);
  return `${format(network)}/${prefix}`;
}

export interface IpAllowlist {
  /** True when the list is empty or holds the address. An address that cannot be read is on no list. */
  allows(address: string): boolean;
}

const ALLOWS_ANY: IpAllowlist = { allows: () => true };

/** Prepares stored entries for checking. An entry that cannot be read allows nothing, and does not lift the restriction. */
export function compileIpAllowlist(entries: readonly string[]): IpAllowlist {
  if (entries.length === 0) return ALLOWS_ANY;
  const single = new Set<string>();
  const ranges: [IpAddress, number][] = [];
  for (const entry of entries) {
    const [address, prefix] = parseEntry(entry) ?? [];
    if (address === undefined) continue;
    if (prefix === undefined) single.add(format(address));
    else ranges.push([address, prefix]);
  }
  const allows = (text: string): boolean => {
    const address = unmapped(text);
    if (address === undefined) return false;
    if (single.has(format(address))) return true;
    return ranges.some(
      ([network, prefix]) => network.kind() === address.kind() && address.match(network, prefix),
    );
  };
  // Reading an IPv6 address takes 20 µs, and a key is mostly used from few addresses.
  const verdicts = new RecentMap<string, boolean>(REMEMBERED_ADDRESSES);
  return {
    allows(text) {
      const known = verdicts.get(text);
      if (known !== undefined) return known;
      const verdict = allows(text);
      verdicts.set(text, verdict);
      return verdict;
    },
  };
}
