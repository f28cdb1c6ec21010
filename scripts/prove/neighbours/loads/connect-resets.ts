import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { Load } from '../load.ts';
import { repeat, untilAny } from './calls.ts';

/** 1,600 connections a second in all: more than that is for the network in front of the service to limit. */
const PAUSE_MS = 5;
const REQUEST = 'CONNECT a:1 HTTP/1.1\r\nHost: a:1\r\n\r\n';

/** A stranger who asks for a tunnel through the service and resets the connection. */
export const CONNECT_RESETS: Load = {
  name: 'CONNECT and a reset',
  async run({ url }, hold, signal) {
    const port = Number(new URL(url).port);
    await repeat(8, signal, async () => {
      const socket = connect(port, '127.0.0.1').on('error', () => undefined);
      await untilAny(socket, ['connect', 'close']);
      if (socket.destroyed) return;
      socket.write(REQUEST, () => socket.resetAndDestroy());
      await hold(REQUEST.length, untilAny(socket, ['close']));
      await delay(PAUSE_MS);
    });
  },
};
