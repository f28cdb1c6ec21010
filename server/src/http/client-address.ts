import type { Socket } from 'node:net';

/** The peer's address at the edge, IPv4-mapped IPv6 unmapped (D-75). Headers sent by the client never change it (AUTH-20). */
export function clientAddress(socket: Socket): string {
  const address = socket.remoteAddress ?? '';
  return address.startsWith('::ffff:') && address.includes('.') ? address.slice(7) : address;
}
