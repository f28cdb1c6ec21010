import { Socket as DatagramSocket } from 'node:dgram';
import { syncBuiltinESMExports } from 'node:module';
import { Socket } from 'node:net';
import workerThreads from 'node:worker_threads';

function refuse(): never {
  throw new Error('not allowed while reading documents');
}

/**
 * Takes sockets of every kind and further threads from the code that runs in this thread from now on. A thread would have sockets of
 * its own. Beside the network namespace: that closes the network to everything in the process, but where there is none, and for
 * sockets in the file system, this is what stands.
 */
export function sealProcess(): void {
  Object.assign(Socket.prototype, { connect: refuse });
  Object.assign(DatagramSocket.prototype, { bind: refuse, connect: refuse, send: refuse });
  Object.assign(workerThreads, { Worker: refuse });
  syncBuiltinESMExports();
}
