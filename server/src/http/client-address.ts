import type { Socket } from 'node:net';

/** Callers' addresses where a trusted proxy told them. Kept apart: `remoteAddress` stays the peer's. */
const told = new WeakMap<Socket, string>();

/** For the PROXY protocol only: `address` is then who calls on this connection, for all its requests. */
export function setClientAddress(socket: Socket, address: string): void {
  told.set(socket, address);
}

/**
 * The caller's address: the peer's at the edge, IPv4-mapped IPv6 unmapped, or the one a trusted proxy told by the PROXY
 * protocol (D-75, D-KEY-6). Headers never change it (AUTH-20, KEY-74).
 */
export function clientAddress(socket: Socket): string {
  const address = told.get(socket) ?? socket.remoteAddress ?? '';
  return address.startsWith('::ffff:') && address.includes('.') ? address.slice(7) : address;
}
