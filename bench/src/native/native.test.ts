import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { LoadResult, LoadShape, LoadTarget } from '../load/job.ts';
import { runStreams } from '../load/streams.ts';
import { drive } from '../run/drive.ts';
import { startMock } from '../run/start-mock.ts';
import { buildNative } from './build-native.ts';

const RATE = {
  kind: 'constant-rate',
  connections: 4,
  ratePerSecond: 200,
  warmupMs: 0,
  durationMs: 500,
} as const;
const MIN_ANSWERS = 8;
const LOOP = { kind: 'closed-loop', connections: 4, warmupMs: 0, durationMs: 300 } as const;

function targetOf(port: number, body: object): LoadTarget {
  return {
    port,
    path: '/v1/chat/completions',
    headerSets: [['x-set: 1'], ['x-set: 2']],
    body: JSON.stringify(body),
  };
}

function load(port: number, shape: LoadShape, body: object = { model: 'mock-1' }): Promise<LoadResult> {
  return drive({ target: targetOf(port, body), shape }, 0).result;
}

/** Asks again where a busy machine left the server too few turns, for as long as the load lasted, to answer in every way it has. */
async function loadUntilCounted(port: number): Promise<LoadResult> {
  for (;;) {
    const result = await load(port, LOOP);
    if (result.kind !== 'requests') return result;
    if (result.requests + result.refused + result.broken >= MIN_ANSWERS) return result;
  }
}

async function mockPort(): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'svc-bench-native-'));
  const { mock, mockPort: port } = await startMock(folder, 0);
  onTestFinished(async () => {
    await mock.stop();
    rmSync(folder, { recursive: true });
  });
  return port;
}

async function serve(listener: RequestListener): Promise<number> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

describe.skipIf(buildNative('load') === undefined)('the instruments in C', () => {
  it('ask the mock as fast as it answers, and at a constant rate', async () => {
    const port = await mockPort();
    const loop = await loadUntilCounted(port);
    expect(loop).toMatchObject({ kind: 'requests', refused: 0, broken: 0, unanswered: 0 });
    expect(loop.kind === 'requests' && loop.requests).toBeGreaterThan(0);
    const rate = await load(port, RATE);
    expect(rate.kind === 'requests' && rate.requests).toBeGreaterThan(0);
    expect(rate.kind === 'requests' && rate.requests).toBeLessThanOrEqual(101);
  });

  it('count a latency from when the request was due, whether or not a connection was free', async () => {
    const result = await load(await mockPort(), { ...RATE, durationMs: 1500 }, { model: 'mock-d100' });
    // Four connections answer 40 a second, so of 300 most are waiting at the end.
    expect(result.kind === 'requests' && result.unanswered).toBeGreaterThan(0);
    expect(result.kind === 'requests' && result.latencyMs.max).toBeGreaterThan(250);
  });

  it('count what is refused and what is broken, in rotation over all requests, with answers in chunks', async () => {
    const port = await serve((request, response) => {
      request.resume().on('end', () => {
        if (request.headers['x-set'] === '1') response.writeHead(200).write('a');
        else response.writeHead(429);
        response.end('b'.repeat(70_000));
      });
    });
    const result = await loadUntilCounted(port);
    expect(result.kind === 'requests' && result.refused).toBeGreaterThan(0);
    expect(result.kind === 'requests' && Math.abs(result.refused - result.requests)).toBeLessThanOrEqual(4);
    const cut = await loadUntilCounted(await serve((request) => request.socket.destroy()));
    expect(cut).toMatchObject({ requests: 0, refused: 0 });
    expect(cut.kind === 'requests' && cut.broken).toBeGreaterThan(0);
  });

  it.each([
    ['mock-n40-d10', false],
    ['mock-n40-d10', true],
    ['mock-n40', true],
  ])('stream every event of %s in order, and their end (usage: %s)', async (model, usage) => {
    const target = targetOf(await mockPort(), {
      model,
      stream: true,
      ...(usage ? { stream_options: { include_usage: true } } : {}),
    });
    const events = Number(/n(\d+)/.exec(model)?.[1]);
    const job = {
      kind: 'streams',
      connections: 20,
      rampMs: 40,
      events,
      intervalMs: 10,
      deadlineMs: 5000,
    } as const;
    expect(await runStreams(target, job)).toMatchObject({
      lostStreams: 0,
      lostEvents: 0,
      disorderedEvents: 0,
    });
  });
});
