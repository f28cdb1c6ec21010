import { isIP } from 'node:net';
import type { AddressPolicy } from './address-policy.ts';
import { OutboundError } from './outbound-error.ts';
import { hostOf, isLocalName, LOOPBACK_ADDRESSES, type ResolveHost } from './resolve-host.ts';

/** Where one request may go: the checked addresses are the only ones its connection is made to. */
export interface Target {
  readonly url: URL;
  readonly host: string;
  readonly addresses: readonly string[];
  readonly scope: 'public' | 'private';
}

const URL_CHARACTERS_LIMIT = 8192;

/**
 * A URL whose text is acceptable. Node's URL brings every notation of an IPv4 address (decimal, octal, hexadecimal,
 * short, full-width digits) to four decimal parts, so what is judged later is what is connected to.
 */
export function parseTargetUrl(text: string, base?: URL): URL {
  if (text.length > URL_CHARACTERS_LIMIT || !URL.canParse(text, base))
    throw new OutboundError('url', 'malformed');
  const url = new URL(text, base);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw new OutboundError('url', 'scheme');
  if (url.username !== '' || url.password !== '') throw new OutboundError('url', 'user_info');
  url.hash = '';
  return url;
}

/**
 * Judges a URL by its text alone: what is said of a host's name is said without asking for its addresses, so only an
 * address that stands in the URL itself is judged, and `localhost`, whose addresses are known. Plain HTTP passes where it leads to an
 * address that an operator opened.
 */
export function verifyTargetText(text: string, policy: AddressPolicy): void {
  const url = parseTargetUrl(text);
  const host = hostOf(url);
  const scope = isIP(host) === 0 ? scopeOfName(host, policy) : policy(host);
  if (scope === 'blocked') throw new OutboundError('url', 'address');
  if (scope === 'public' && url.protocol === 'http:') throw new OutboundError('url', 'scheme');
}

function scopeOfName(host: string, policy: AddressPolicy): Target['scope'] {
  const isOpened = isLocalName(host) && LOOPBACK_ADDRESSES.some((address) => policy(address) === 'private');
  return isOpened ? 'private' : 'public';
}

export interface TargetRules {
  readonly policy: AddressPolicy;
  readonly resolve: ResolveHost;
  /** Whether plain HTTP may go to public addresses too, because an operator says so. */
  readonly allowsHttp?: boolean;
  /** Set for a redirect: a public host must not send us to a private one, however open that is to direct requests. */
  readonly from?: Target['scope'];
}

/**
 * Finds and judges the addresses of a URL. All of them must be acceptable: one bad address among good ones is how a
 * name is made to pass now and hit later. Throws OutboundError.
 */
export async function resolveTarget(
  url: URL,
  { policy, resolve, allowsHttp = false, from }: TargetRules,
  signal: AbortSignal,
): Promise<Target> {
  signal.throwIfAborted();
  const host = hostOf(url);
  const addresses = isIP(host) === 0 ? await addressesOfName(host, { policy, resolve }, signal) : [host];
  signal.throwIfAborted();
  if (addresses.length === 0) throw new OutboundError('unreachable', 'dns');
  const classes = new Set(addresses.map(policy));
  if (classes.size > 1 || classes.has('blocked')) throw new OutboundError('unreachable', 'address');
  const scope = classes.has('private') ? 'private' : 'public';
  if (scope === 'private' && from === 'public') throw new OutboundError('unreachable', 'address');
  if (scope === 'public' && url.protocol === 'http:' && !allowsHttp) throw new OutboundError('url', 'scheme');
  return { url, host, addresses, scope };
}

/**
 * A local name has an address of each family, and an operator may have opened one of them only: the other is left out. Nobody chose
 * these addresses, so the rule of one bad address does not apply to them.
 */
async function addressesOfName(
  host: string,
  { policy, resolve }: Pick<TargetRules, 'policy' | 'resolve'>,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const addresses = await resolve(host, signal).catch(() => []);
  const opened = isLocalName(host) ? addresses.filter((address) => policy(address) === 'private') : [];
  return opened.length > 0 ? opened : addresses;
}
