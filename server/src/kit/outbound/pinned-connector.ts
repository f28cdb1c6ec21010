import type { LookupFunction } from 'node:net';
import { isIP } from 'node:net';
import { buildConnector } from 'undici';
import type { AddressPolicy } from './address-policy.ts';
import { OutboundError } from './outbound-error.ts';
import type { Target } from './target.ts';

/** Answers with the addresses that were judged, and asks nobody: between check and connection no name is looked up again. */
function pinnedLookup(addresses: readonly string[]): LookupFunction {
  const entries = addresses.map((address) => ({ address, family: isIP(address) }));
  const [first = { address: '', family: 0 }] = entries;
  return (_host, { all }, callback) =>
    all === true ? callback(null, entries) : callback(null, first.address, first.family);
}

/**
 * Connects to a target's addresses and nothing else. TLS checks the certificate against the name of the URL as always.
 * A lookup hook alone is not a guard, since literals never reach it; here they were judged before, with the names.
 */
export function pinnedConnector(
  target: Target,
  policy: AddressPolicy,
  timeoutMs: number,
): buildConnector.connector {
  const connect = buildConnector({
    allowH2: false,
    maxCachedSessions: 0,
    timeout: timeoutMs,
    lookup: pinnedLookup(target.addresses),
    autoSelectFamily: true,
  });
  const servername = isIP(target.host) === 0 ? { servername: target.host } : {};
  return (options, callback) => {
    connect({ ...options, hostname: target.host, ...servername }, (...[error, socket]) => {
      if (error !== null) return callback(error, null);
      // What really happened outranks what was planned.
      if (policy(socket.remoteAddress ?? '') === target.scope) return callback(null, socket);
      socket.destroy();
      return callback(new OutboundError('unreachable', 'address'), null);
    });
  };
}
