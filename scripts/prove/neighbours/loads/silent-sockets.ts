import { connect, type Socket } from 'node:net';
import type { Load } from '../load.ts';
import { untilAny } from './calls.ts';

const SILENT = 400;
const SENDERS = 8;
const HEAD = [
  'POST /v1/messages HTTP/1.1',
  'Host: svc',
  'Content-Type: application/json',
  'Transfer-Encoding: chunked',
];
const ONE_BYTE_CHUNKS = '1\r\n1\r\n'.repeat(1000);

/** Connections that say nothing, and a few whose bodies come byte by byte. */
export const SILENT_SOCKETS: Load = {
  name: 'silent connections and one-byte chunks',
  async run({ url, privateKey }, hold, signal) {
    const open = (): Socket =>
      connect(Number(new URL(url).port), '127.0.0.1')
        .on('error', () => undefined)
        .on('data', () => undefined);
    const silent = Array.from({ length: SILENT }, open);
    const senders = new Set<Socket>();
    const send = async (): Promise<void> => {
      while (!signal.aborted) {
        const socket = open();
        senders.add(socket);
        socket.once('close', () => senders.delete(socket));
        socket.write(`${[...HEAD, `Authorization: Bearer ${privateKey}`].join('\r\n')}\r\n\r\n`);
        while (!socket.destroyed && !signal.aborted) {
          if (socket.write(ONE_BYTE_CHUNKS)) continue;
          await hold(ONE_BYTE_CHUNKS.length, untilAny(socket, ['drain', 'close']));
        }
        socket.destroy();
      }
    };
    const stop = (): void => senders.forEach((socket) => void socket.destroy());
    signal.addEventListener('abort', stop);
    await Promise.all(Array.from({ length: SENDERS }, send));
    for (const socket of silent) socket.destroy();
  },
};
