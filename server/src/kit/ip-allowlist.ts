import { isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';
import { RecentMap } from './recent-map.ts';

/** Most entries of one address list (platform contract §5.4, KEY-70). */
export const IP_ENTRIES_LIMIT = 100;

const WIDEST_PREFIX = { ipv4: 8, ipv6: 32 };
const PREFIX_LENGTH = /^(?:0|[1-9]\d{0,2})$/;
const FIRST_MAPPED_BIT = 96;
const REMEMBERED_ADDRESSES = 64;

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** Dotted decimal without leading zeros, or an IPv6 address without a zone. `0177.1` means different hosts to different readers. */
function parseAddress(text: string): Address | undefined {
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) return ipaddr.IPv4.parse(text);
  if (isIPv6(text) && !text.includes('%')) return ipaddr.IPv6.parse(text);
  return undefined;
}

function parseEntry(text: string): [Address, number | undefined] | undefined {
  const slash = text.indexOf('/');
  const address = parseAddress(slash < 0 ? text : text.slice(0, slash));
  if (address === undefined) return undefined;
  const mapped = address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress();
  if (slash < 0) return [mapped ? address.toIPv4Address() : address, undefined];
  const digits = text.slice(slash + 1);
  const prefix = Number(digits);
  if (!PREFIX_LENGTH.test(digits) || prefix > (address.kind() === 'ipv4' ? 32 : 128)) return undefined;
  return mapped && prefix >= FIRST_MAPPED_BIT ? [address.toIPv4Address(), prefix - FIRST_MAPPED_BIT] : [address, prefix];
}

function format(address: Address): string {
  return address instanceof ipaddr.IPv6 ? address.toRFC5952String() : address.toString();
}

const SITE_BITS = 64;

/** What one caller has of addresses: an IPv4 address, or the /64 of an IPv6 one. The text itself where it is no address. */
export function networkOf(text: string): string {
  const address = parseAddress(text);
  if (!(address instanceof ipaddr.IPv6) || address.isIPv4MappedAddress()) return text;
  return ipaddr.IPv6.networkAddressFromCIDR(`${text}/${SITE_BITS}`).toRFC5952String();
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
  const network = address.kind() === 'ipv4' ? ipaddr.IPv4.networkAddressFromCIDR(range) : ipaddr.IPv6.networkAddressFromCIDR(range);
  return `${format(network)}/${prefix}`;
}

export interface IpAllowlist {
  /** True when the list is empty or holds the address. An address that cannot be read is on no list. */
  allows(address: string): boolean;
}

const ALLOWS_ANY: IpAllowlist = { allows: () => true };

function unmapped(text: string): Address | undefined {
  const zone = text.indexOf('%');
  const address = parseAddress(zone < 0 ? text : text.slice(0, zone));
  return address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress() ? address.toIPv4Address() : address;
}

/** Prepares stored entries for checking. An entry that cannot be read allows nothing, and does not lift the restriction. */
export function compileIpAllowlist(entries: readonly string[]): IpAllowlist {
  if (entries.length === 0) return ALLOWS_ANY;
  const single = new Set<string>();
  const ranges: [Address, number][] = [];
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
    return ranges.some(([network, prefix]) => network.kind() === address.kind() && address.match(network, prefix));
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
