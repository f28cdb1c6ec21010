import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Load } from '../load.ts';
import { repeat, requestJson } from './calls.ts';

const REPLY = JSON.stringify({
  choices: [{ index: 0, message: { role: 'assistant', content: 'hi' }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 262_144, completion_tokens: 262_144 },
});

/** An engine that counts what no reply can have: each count is judged, replaced and noted. */
export const IMPLAUSIBLE_COUNTS: Load = {
  name: 'implausible counts',
  async run({ url, privateKey: key, enginePort }, hold, signal) {
    const engine = createServer((request, response) => {
      request.resume().once('end', () => response.setHeader('content-type', 'application/json').end(REPLY));
    });
    await once(engine.listen(enginePort, '127.0.0.1'), 'listening');
    const body = JSON.stringify({ model: 'Elsewhere', messages: [{ role: 'user', content: 'hi' }] });
    try {
      await repeat(8, signal, () =>
        hold(body.length, requestJson({ url, key, signal }, 'POST', '/v1/chat/completions', body)),
      );
    } finally {
      engine.close().closeAllConnections();
    }
  },
};
