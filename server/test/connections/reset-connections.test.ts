import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort, oneModel, oneOrganization, startRunningService, type RunningService } from '#test-kit';
import { OPENINGS, reset } from './reset-connection.ts';

/** Resets lose a race with the response most of the time: 8 to 21 were needed where a response had no listener. */
const ROUNDS = 40;

/** Errors of connections that nobody listens to would end the process. */
const uncaught: unknown[] = [];
const note = (error: unknown): void => void uncaught.push(error);
beforeAll(() => void process.on('uncaughtException', note));
afterAll(() => void process.off('uncaughtException', note));

describe.each([
  ['directly', {}, ''],
  ['through a proxy', { network: { trusted_proxies: ['127.0.0.1'] } }, 'PROXY UNKNOWN\r\n'],
])('connections that are reset, made %s', (_way, more, before) => {
  let service: RunningService;
  beforeAll(async () => {
    service = await startRunningService({
      deployment: oneModel({ type: 'sandbox' }, more),
      provisioning: oneOrganization(),
    });
  });
  afterAll(() => service.stop());

  it.each(Object.entries(OPENINGS))('do not end the service after %s', async (_name, bytes) => {
    for (let round = 0; round < ROUNDS; round++) await reset(service, before + bytes, round % 2 === 1);
    if (before !== '') {
      await reset(service, before.slice(0, 4), false);
      await reset(service, bytes, false);
    }
    expect(await statusOf(service.port, before)).toBe(200);
    expect(uncaught).toEqual([]);
  });
});

/** Everything that listens, by its file, with the listener of the tests below or above that stands for it. */
const LISTENERS: Readonly<Record<string, string>> = {
  'http/listener.ts': 'the public one',
  'http/listen.ts': 'the public one: more sockets for its connections',
  'http/message-classes.ts': 'none: it is never listened with',
  'features/tunnels/connections/mtls-listener.ts': 'connectors with certificates',
  'telemetry/metrics-listener.ts': 'metrics',
  'platform/node-listener.ts': 'metrics: a server of Node without more, too',
  'control/control-server.ts': 'metrics: a server of Node without more, too',
};

describe('other listeners', () => {
  let service: RunningService;
  let ports: Readonly<Record<string, number>>;
  beforeAll(async () => {
    ports = { metrics: await freePort(), certificates: await freePort() };
    service = await startRunningService({
      deployment: oneModel({ type: 'sandbox' }, { tunnels: { mtls_port: ports['certificates'] } }),
      provisioning: oneOrganization(),
      environment: {
        SVC_BASE_URL: 'https://svc.example.test',
        SVC_METRICS_PORT: String(ports['metrics']),
      },
    });
  });
  afterAll(() => service.stop());

  it.each(Object.entries(OPENINGS))('do not end the service after %s', async (_name, bytes) => {
    for (let round = 0; round < ROUNDS; round++) {
      await reset({ port: ports['metrics']! }, bytes, round % 2 === 1);
      await reset({ port: ports['certificates']!, tls: true }, bytes, round % 2 === 1);
    }
    // Without TLS, too, and with a connection that ends within its handshake.
    await reset({ port: ports['certificates']! }, bytes, true);
    expect(await statusOf(service.port, '')).toBe(200);
    expect(uncaught).toEqual([]);
  });

  it('are all in the table', () => {
    const sources = new URL('../../src/', import.meta.url).pathname;
    const found = readdirSync(sources, { recursive: true, encoding: 'utf8' }).filter(
      (name) =>
        name.endsWith('.ts') &&
        !name.includes('test') &&
        /\bcreateServer\(/.test(readFileSync(join(sources, name), 'utf8')),
    );
    expect(found.toSorted()).toEqual(Object.keys(LISTENERS).toSorted());
  });
});

async function statusOf(port: number, before: string): Promise<number> {
  const socket = connect(port, '127.0.0.1');
  socket.write(`${before}GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
  const [chunk] = (await once(socket, 'data')) as [Buffer];
  socket.destroy();
  return Number(chunk.toString('latin1').slice(9, 12));
}
