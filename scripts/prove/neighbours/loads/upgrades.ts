import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { Load } from '../load.ts';
import { repeat, untilAny } from './calls.ts';

const CONCURRENCY = 8;
/** Long enough for the calls to reach their engine. */
const STAY_MS = 50;
/** Slots that stay taken are all taken within seconds at this rate, too, and the calls themselves are no burden. */
const PAUSE_MS = 450;

/** Slow calls with an upgrade behind them on one connection, whose caller leaves. Their engine's slots have to come back. */
export const UPGRADES: Load = {
  name: 'upgrades behind calls',
  async run({ url, privateKey }, hold, signal) {
    const slow = (stream: boolean): string => {
      const messages = [{ role: 'user', content: '[[sandbox: delay=10000]]' }];
      const body = JSON.stringify({ messages, stream });
      return `${head('POST /v1/chat/completions', privateKey)}Content-Length: ${body.length}\r\n\r\n${body}`;
    };
    const upgrade = `${head('GET /tunnel/v1/connect', privateKey)}Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n`;
    const bytes = slow(false) + slow(true) + upgrade;
    await repeat(CONCURRENCY, signal, async () => {
      const socket = connect(Number(new URL(url).port), '127.0.0.1').on('error', () => undefined);
      await untilAny(socket, ['connect', 'close']);
      socket.write(bytes);
      await hold(bytes.length, delay(STAY_MS));
      socket.destroy();
      await delay(PAUSE_MS);
    });
  },
};

function head(line: string, key: string): string {
  return `${line} HTTP/1.1\r\nHost: svc\r\nContent-Type: application/json\r\nAuthorization: Bearer ${key}\r\n`;
}
