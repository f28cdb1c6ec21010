import { lookup, Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';

/** All addresses of a name, in the order to try. Rejects, or gives none, when there are none. */
export type ResolveHost = (hostname: string, signal: AbortSignal) => Promise<readonly string[]>;

const QUERY_TIMEOUT_MS = 2500;
const TRIES = 2;

/** Both loopback addresses, in the order to try. */
export const LOOPBACK_ADDRESSES: readonly string[] = ['127.0.0.1', '::1'];

/** `localhost` and every name below it: always this machine, and asked of no name server (RFC 6761). */
export function isLocalName(hostname: string): boolean {
  return hostname === 'localhost' || hostname.endsWith('.localhost');
}

/**
 * Asks the name servers, and nothing else: no hosts file, no search domains, no mDNS. Not `dns.lookup`, which waits on
 * one of the few threads that files are written with: a slow name server of a caller's choosing would stall the journal.
 */
export const resolveByDns: ResolveHost = async (hostname, signal) => {
  if (isLocalName(hostname)) return LOOPBACK_ADDRESSES;
  const resolver = new Resolver({ timeout: QUERY_TIMEOUT_MS, tries: TRIES });
  const cancel = (): void => resolver.cancel();
  signal.addEventListener('abort', cancel);
  try {
    const responses = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    return responses.flatMap((response) => (response.status === 'fulfilled' ? response.value : []));
  } finally {
    signal.removeEventListener('abort', cancel);
  }
};

/** As everything else on this machine resolves names. For names an operator wrote down, and no others (see above). */
export const resolveBySystem: ResolveHost = async (hostname) => {
  const entries = await lookup(hostname, { all: true, order: 'verbatim' });
  return entries.map(({ address }) => address);
};

/** The host of a URL as connections take it: no brackets, no root dot. */
export function hostOf(url: URL): string {
  const host = url.hostname.startsWith('[') ? url.hostname.slice(1, -1) : url.hostname;
  return isIP(host) === 0 && host.endsWith('.') ? host.slice(0, -1) : host;
}
