import { setTimeout as delay } from 'node:timers/promises';
import { WebSocket } from 'ws';
import type { Load } from '../load.ts';
import { repeat, requestJson } from './calls.ts';

const CONCURRENCY = 600;
/** Those that are refused come back: 120 a second. */
const PAUSE_MS = 5000;
const BETA = { 'svc-beta': 'mcp-tunnels-2026-12-01' };

/** Connectors with one good token that say nothing after their upgrade. */
export const SILENT_CONNECTORS: Load = {
  name: 'silent connectors',
  lane: 'connector',
  async run({ url, privateKey: key }, hold, signal) {
    const tunnel = { name: 'silent', allowed_targets: ['http://127.0.0.1:1/mcp'] };
    const { body } = await requestJson({ url, key, signal }, 'POST', '/v1/tunnels', tunnel, BETA);
    const headers = { authorization: `Bearer ${String(body['connector_token'])}` };
    const address = `${url.replace('http', 'ws')}/tunnel/v1/connect`;
    await repeat(CONCURRENCY, signal, async () => {
      const socket = new WebSocket(address, 'svc-tunnel.v1', { headers });
      const stop = (): void => socket.terminate();
      signal.addEventListener('abort', stop);
      const closed = new Promise<void>((resolve) => {
        socket.on('error', () => undefined).once('close', () => resolve());
      });
      await hold(headers.authorization.length, closed);
      signal.removeEventListener('abort', stop);
      await delay(PAUSE_MS, undefined, { signal });
    });
  },
};
