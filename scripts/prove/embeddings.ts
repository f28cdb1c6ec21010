import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, MAIN_KEY, oneOrganization } from '../../server/test-kit/index.ts';
import { percentile, report, require, type Proof } from './proof.ts';
import { prepareFolder, startServiceProcess } from './deployment/service-process.ts';

const TEXTS = 2048;
const WIDTH = 1024;
/** Four thousand short texts a second, as a large processor for such work does, one batch after the other. */
const ENGINE_MS = 500;
const MAX_ADDED_SHARE = 0.15;
const MAX_PAUSE_MS = 50;

type EncodingFormat = 'base64' | 'float';

interface Compared {
  readonly engineUrl: string;
  readonly serviceUrl: string;
  readonly metricsPort: number;
}

/** What the service adds to an engine that embeds 2,048 texts, and for how long it is away from everybody else meanwhile. */
export const proveEmbeddings: Proof = {
  name: 'embeddings',
  summary: `${TEXTS} texts take less than ${MAX_ADDED_SHARE * 100} % longer than at the engine, and nobody else waits for more than ${MAX_PAUSE_MS} ms`,
  async run({ rounds }) {
    const directory = await mkdtemp(join(tmpdir(), 'svc-prove-'));
    const engine = await startEngine();
    const metricsPort = await freePort();
    const folder = prepareFolder(directory, deployment(engine.url), oneOrganization(), {
      SVC_METRICS_PORT: String(metricsPort),
    });
    const service = await startServiceProcess(folder);
    try {
      for (const form of ['base64', 'float'] as const)
        await compare(form, rounds, { engineUrl: engine.url, serviceUrl: `${service.url}/v1`, metricsPort });
    } finally {
      await service.end('SIGTERM');
      engine.close();
      await rm(directory, { recursive: true, force: true });
    }
  },
};

async function compare(
  form: EncodingFormat,
  rounds: number,
  { engineUrl, serviceUrl, metricsPort }: Compared,
): Promise<void> {
  for (const baseUrl of [engineUrl, serviceUrl, serviceUrl]) await embed(baseUrl, form);
  const alone: number[] = [];
  const through: number[] = [];
  const pauses: number[] = [];
  for (let round = 0; round < rounds; round++) {
    alone.push(await embed(engineUrl, form));
    await longestPauseMs(metricsPort);
    through.push(await embed(serviceUrl, form));
    pauses.push(await longestPauseMs(metricsPort));
  }
  // The best round of each: whatever else the machine does only adds, and what the service needs is in every round.
  const added = Math.min(...through) / Math.min(...alone) - 1;
  const pauseMs = Math.min(...pauses);
  report(form, {
    'ms at the engine': Math.round(Math.min(...alone)),
    'ms through the service': Math.round(Math.min(...through)),
    '% added': Math.round(added * 100),
    'ms of longest pause': Math.round(pauseMs),
    'and in the median': `${percentile(alone, 0.5)} ms, ${percentile(through, 0.5)} ms, ${percentile(pauses, 0.5)} ms`,
  });
  require(added < MAX_ADDED_SHARE, `${form}: the service added ${Math.round(added * 100)} %`);
  require(pauseMs <= MAX_PAUSE_MS, `${form}: the event loop stood still for ${Math.round(pauseMs)} ms`);
}

function deployment(baseUrl: string): unknown {
  return {
    engines: { main: { type: 'openai', base_url: baseUrl } },
    models: [
      { id: 'Svc Standard', default: true, routes: [{ engine: 'main' }] },
      { id: 'svc-embed-1', kind: 'embedding', routes: [{ engine: 'main' }] },
    ],
    rate_tiers: { start: { embeddings_tokens_per_minute: 1_000_000_000 } },
    plans: [{ id: 'pro', paid: true, monthly_tokens: 1_000_000_000 }],
  };
}

const texts = JSON.stringify(
  Array.from({ length: TEXTS }, (_, i) => `Sentence number ${i} says something about the weather in Oslo.`),
);

/** Resolves with the milliseconds until the last byte. */
async function embed(baseUrl: string, form: EncodingFormat): Promise<number> {
  const body = `{"model":"svc-embed-1","encoding_format":"${form}","input":${texts}}`;
  const headers = { authorization: `Bearer ${MAIN_KEY}`, 'content-type': 'application/json' };
  const startedAt = performance.now();
  const outgoing = request(`${baseUrl}/embeddings`, { method: 'POST', headers });
  outgoing.end(body);
  const [incoming] = (await once(outgoing, 'response')) as [import('node:http').IncomingMessage];
  require(incoming.statusCode === 200, `an answer was ${incoming.statusCode}`);
  incoming.resume();
  await once(incoming, 'end');
  return performance.now() - startedAt;
}

/** Of the service's event loop, since it was last asked. */
async function longestPauseMs(port: number): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  return Number(/^svc_nodejs_eventloop_lag_max_seconds (\S+)$/m.exec(text)?.[1]) * 1000;
}

/** Answers after a while with vectors made beforehand, written as the request asks. */
async function startEngine(): Promise<{ url: string; close: () => void }> {
  const outcomes = new Map<string, Buffer>();
  let freeAtMs = 0;
  const server = createServer((incoming, outgoing) => {
    const parts: Buffer[] = [];
    incoming.on('data', (part: Buffer) => parts.push(part));
    incoming.on('end', () => {
      const { input, encoding_format: form } = JSON.parse(Buffer.concat(parts).toString()) as {
        input: string[];
        encoding_format: EncodingFormat;
      };
      const key = `${input.length} ${form}`;
      const response = outcomes.get(key) ?? responseOf(input.length, form);
      outcomes.set(key, response);
      freeAtMs = Math.max(freeAtMs, performance.now()) + (ENGINE_MS * input.length) / TEXTS;
      setTimeout(
        () => outgoing.writeHead(200, { 'content-type': 'application/json' }).end(response),
        freeAtMs - performance.now(),
      );
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/v1`, close: () => server.close() };
}

function responseOf(count: number, form: EncodingFormat): Buffer {
  const data = Array.from({ length: count }, (_, index) => {
    const vector = Float32Array.from({ length: WIDTH }, (_number, i) => Math.sin(index * WIDTH + i) / 22);
    return {
      object: 'embedding',
      index,
      embedding: form === 'base64' ? Buffer.from(vector.buffer).toString('base64') : [...vector],
    };
  });
  return Buffer.from(
    JSON.stringify({
      object: 'list',
      data,
      model: 'm',
      usage: { prompt_tokens: 30_000, total_tokens: 30_000 },
    }),
  );
}
