import type { Socket } from 'node:net';

/**
 * Callers' addresses as sent by trusted proxies. Kept separately, because `remoteAddress` remains the peer's.
 */
const proxied = new WeakMap<Socket, string>();

/** For the PROXY protocol only: `address` is the caller of all requests on this connection. */
export function setClientAddress(socket: Socket, address: string): void {
  proxied.set(socket, address);
}

/**
 * The caller's address: the peer's at the edge, with IPv4-mapped IPv6 unmapped, or the one a trusted proxy
 * sent with the PROXY protocol (D-75, D-KEY-6). Headers never change it (AUTH-20, KEY-74).
 */
export function clientAddress(socket: Socket): string {
  const address = proxied.get(socket) ?? socket.remoteAddress ?? '';
  return address.startsWith('::ffff:') && address.includes('.') ? address.slice(7) : address;
}
