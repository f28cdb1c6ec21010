import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { Load } from '../load.ts';
import { repeat, untilAny } from './calls.ts';

/** More than the engine has slots. */
const CONCURRENCY = 70;
/** One after the other: what the sandbox takes to make up such a reply is not what is measured. */
const APART_MS = 25;
const PAUSE_MS = 1000;
/** About, of a stream in half a minute. It holds its slot for minutes, and what its connection takes is not used up before. */
const REPLY_BYTES = 100_000;

/** Callers of long replies who read nothing, and who come back when they were refused: some slots have to stay for others. */
export const UNREAD_STREAMS: Load = {
  name: 'streams that nobody reads',
  async run({ url, privateKey }, hold, signal) {
    const body = JSON.stringify({
      messages: [{ role: 'user', content: '[[sandbox: long=20000]] [[sandbox: delay=100]]' }],
      max_tokens: 20_000,
      stream: true,
    });
    const head = [
      'POST /v1/chat/completions HTTP/1.1',
      'Host: svc',
      'Content-Type: application/json',
      `Authorization: Bearer ${privateKey}`,
      `Content-Length: ${body.length}`,
    ];
    const bytes = `${head.join('\r\n')}\r\n\r\n${body}`;
    await repeat(CONCURRENCY, signal, async (i) => {
      await delay(i < CONCURRENCY ? i * APART_MS : 0, undefined, { signal });
      const socket = connect(Number(new URL(url).port), '127.0.0.1').on('error', () => undefined);
      const stop = (): void => void socket.destroy();
      signal.addEventListener('abort', stop);
      socket.write(bytes);
      // Without a listener for data nothing is read. A refusal is short enough to be seen by the end of its bytes.
      await hold(REPLY_BYTES, untilAny(socket, ['close']));
      signal.removeEventListener('abort', stop);
      await delay(PAUSE_MS, undefined, { signal });
    });
  },
};
