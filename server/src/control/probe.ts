import { connect } from 'node:net';
import { withSocketAddress } from './socket-address.ts';

const STATES: Readonly<Record<string, 'stale' | 'gone'>> = {
  ECONNREFUSED: 'stale',
  ENOENT: 'gone',
  ENOTDIR: 'gone',
};

/**
 * Whether a process listens on the socket. The kernel accepts on behalf of a process that is stopped or busy, so this
 * needs no answer from it. Only "connection refused" means that nobody listens, and a path that leads nowhere that
 * nothing is there: anything else (a full backlog, say) counts as alive, since taking a live directory loses data and
 * refusing a dead one does not.
 */
export function probe(directory: string, name: string): Promise<'live' | 'stale' | 'gone'> {
  return withSocketAddress(
    directory,
    name,
    (address) =>
      new Promise((resolve) => {
        const socket = connect(address);
        socket.once('connect', () => {
          socket.destroy();
          resolve('live');
        });
        socket.once('error', (error: NodeJS.ErrnoException) => {
          resolve(STATES[error.code ?? ''] ?? 'live');
        });
      }),
  );
}
