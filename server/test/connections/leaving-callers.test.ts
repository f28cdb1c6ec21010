import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  hang,
  MAIN_KEY,
  oneModel,
  oneOrganization,
  openaiEngine,
  startRunningService,
  startScriptedUpstream,
  textReply,
  type RunningService,
  type ScriptedUpstream,
} from '#test-kit';

const HEAD = `Host: a\r\nAuthorization: Bearer ${MAIN_KEY}\r\n`;
const GET = `GET /healthz HTTP/1.1\r\n${HEAD}\r\n`;
const UPGRADE =
  'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n';
const LARGE_BYTES = 1_000_000;

function modelCall(stream: boolean, content = 'hello'): string {
  const body = JSON.stringify({ messages: [{ role: 'user', content }], stream });
  return `POST /v1/chat/completions HTTP/1.1\r\n${HEAD}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
}

const CALLS = modelCall(false) + modelCall(true);

/** What a connection sends behind two model calls that the engine does not answer. */
const BEHIND: Readonly<Record<string, string>> = {
  nothing: '',
  'half a head': 'GET /healthz HTTP/1.1\r\nHo',
  garbage: '\u0000\u0001\r\n\r\n',
  'another request': GET,
  'an upgrade': `GET /tunnel/v1/connect HTTP/1.1\r\n${HEAD}${UPGRADE}\r\n`,
  'an upgrade and bytes': `GET /tunnel/v1/connect HTTP/1.1\r\n${HEAD}${UPGRADE}\r\n${'x'.repeat(1000)}`,
  CONNECT: `CONNECT a:1 HTTP/1.1\r\n${HEAD}\r\n`,
  'CONNECT and bytes': `CONNECT a:1 HTTP/1.1\r\n${HEAD}\r\n${'x'.repeat(1000)}`,
  'more requests than may wait': GET.repeat(5000),
  'a body that no handler reads': `GET /healthz HTTP/1.1\r\n${HEAD}Content-Length: ${LARGE_BYTES}\r\n\r\n${'x'.repeat(LARGE_BYTES)}`,
  'a body that no operation reads': `GET /v1/models HTTP/1.1\r\n${HEAD}Content-Length: ${LARGE_BYTES}\r\n\r\n${'x'.repeat(LARGE_BYTES)}`,
  'a chunked body that no handler reads': `GET /healthz HTTP/1.1\r\n${HEAD}Transfer-Encoding: chunked\r\n\r\n${`1000\r\n${'x'.repeat(4096)}\r\n`.repeat(100)}0\r\n\r\n`,
  'a body in chunks of one byte': `POST /v1/chat/completions HTTP/1.1\r\n${HEAD}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n${'1\r\nx\r\n'.repeat(5000)}`,
  'a body that breaks off': `POST /v1/chat/completions HTTP/1.1\r\n${HEAD}Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{`,
  'an expectation of 100-continue': `POST /v1/chat/completions HTTP/1.1\r\n${HEAD}Content-Type: application/json\r\nExpect: 100-continue\r\nContent-Length: 1000\r\n\r\n`,
};

const LEAVING: Readonly<Record<string, (socket: Socket) => unknown>> = {
  closes: (socket) => socket.destroySoon(),
  'is reset': (socket) => socket.resetAndDestroy(),
  'is closed halfway': (socket) => socket.end(),
};

describe.each(Object.entries(LEAVING))(
  'a connection that %s with two model calls running',
  (_name, leave) => {
    let upstream: ScriptedUpstream;
    let service: RunningService;
    beforeAll(async () => {
      upstream = await startScriptedUpstream(({ text }) =>
        text.includes('be long') ? textReply('x'.repeat(LARGE_BYTES)) : hang(),
      );
      service = await startRunningService({
        deployment: oneModel(
          openaiEngine(upstream.baseUrl, { timeouts: { first_output_s: 600, silence_s: 600, total_s: 600 } }),
        ),
        provisioning: oneOrganization(),
      });
    });
    afterAll(async () => {
      await service.stop();
      await upstream.close();
    });
    let socket: Socket;
    beforeEach(() => {
      socket = connect(service.port, '127.0.0.1').on('error', () => undefined);
      return () => socket.destroy();
    });

    it.each(Object.entries(BEHIND))('ends both calls behind which it sent %s', async (_behind, bytes) => {
      await once(socket, 'connect');
      socket.write(CALLS);
      const calls = [await upstream.nextRequest(), await upstream.nextRequest()];
      await new Promise((written) => socket.write(bytes, 'latin1', written));
      leave(socket);
      // Resolves when the service hangs up, and not at all if the calls go on.
      await Promise.all(calls.map(({ aborted }) => aborted));
      expect(await busySlots(service)).toBe(0);
    });

    it('ends both calls behind which a large response waits', async () => {
      await once(socket, 'connect');
      socket.write(CALLS + modelCall(false, 'be long'));
      const calls = [await upstream.nextRequest(), await upstream.nextRequest()];
      await upstream.nextRequest();
      await vi.waitFor(async () => expect(await busySlots(service)).toBe(2), { timeout: 60_000 });
      // Node stops reading the connection with a request that comes while so much waits to be sent.
      await new Promise((written) => socket.write(GET, written));
      await status(service);
      leave(socket);
      await Promise.all(calls.map(({ aborted }) => aborted));
      expect(await busySlots(service)).toBe(0);
    });
  },
);

/** Returns after what other connections sent before has been read. */
async function status(service: RunningService): Promise<void> {
  for (let i = 0; i < 3; i++) await fetch(`${service.baseUrl}/healthz`);
}

async function busySlots(service: RunningService): Promise<number> {
  const metrics = await service.metrics();
  const busy = metrics.find(({ name }) => name === 'svc_engine_slots');
  if (!busy) throw new Error(metrics.map(({ name }) => name).join(' '));
  return busy.values.reduce((sum, { value }) => sum + value, 0);
}
