import { isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';

export type IpAddress = ipaddr.IPv4 | ipaddr.IPv6;

/** Dotted decimal without leading zeros, or an IPv6 address without a zone. `0177.1` means different hosts to different readers. */
export function parseAddress(text: string): IpAddress | undefined {
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) return ipaddr.IPv4.parse(text);
  if (isIPv6(text) && !text.includes('%')) return ipaddr.IPv6.parse(text);
  return undefined;
}

/** An address as a socket gives it: IPv4-mapped IPv6 as IPv4, a zone left out. */
export function unmapped(text: string): IpAddress | undefined {
  const zone = text.indexOf('%');
  const address = parseAddress(zone < 0 ? text : text.slice(0, zone));
  return address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress() ? address.toIPv4Address() : address;
}

/** Whether an address is this machine's own. Names are not looked up. */
export function isLoopback(address: string): boolean {
  return unmapped(address)?.range() === 'loopback';
}

const SITE_BITS = 64;

/** What one caller has of addresses: an IPv4 address, or the /64 of an IPv6 one. The text itself where it is no address. */
export function networkOf(text: string): string {
  const address = parseAddress(text);
  if (!(address instanceof ipaddr.IPv6) || address.isIPv4MappedAddress()) return text;
  return ipaddr.IPv6.networkAddressFromCIDR(`${text}/${SITE_BITS}`).toRFC5952String();
}
