import { Socket as DatagramSocket } from 'node:dgram';
import { syncBuiltinESMExports } from 'node:module';
import { Socket } from 'node:net';
import workerThreads from 'node:worker_threads';

function refuse(): never {
  throw new Error('not allowed while reading documents');
}

/**
 * Disables all sockets and further threads for code that runs in this thread from now on. A new thread would
 * have its own sockets. This supplements the network namespace, which cuts the whole process off the network:
 * it also works where there is no namespace, and covers sockets in the file system.
 */
export function isolateProcess(): void {
  Object.assign(Socket.prototype, { connect: refuse });
  Object.assign(DatagramSocket.prototype, { bind: refuse, connect: refuse, send: refuse });
  Object.assign(workerThreads, { Worker: refuse });
  syncBuiltinESMExports();
}
