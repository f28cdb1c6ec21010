import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import {
  freePort,
  hang,
  MAIN_KEY,
  oneModel,
  oneOrganization,
  openaiEngine,
  sendRandomly,
  startScriptedUpstream,
  textReply,
} from '../../server/test-kit/index.ts';
import { prepareFolder, startServiceProcess, type ServiceProcess } from './deployment/service-process.ts';
import { report, require, type Proof } from './proof.ts';

const CONNECTIONS = 100_000;
const CONCURRENCY = 64;
const SEED = 1;
const SETTLE_MS = 60_000;
/** Of the service itself: its listening sockets, the metrics and kept connections to the engine come and go. */
const SPARE_SOCKETS = 20;
const GAUGES = ['svc_engine_slots', 'svc_bodies_in_progress_bytes'];

export const proveConnections: Proof = {
  name: 'connections',
  summary: `${CONNECTIONS} raw connections of random framing, resets, half-closes and pipelining: the process lives, and nothing stays taken`,
  async run({ size }) {
    const directory = await mkdtemp(join(tmpdir(), 'svc-prove-connections-'));
    await using upstream = await startScriptedUpstream(({ number }) =>
      number % 3 === 0 ? hang() : textReply('a b c'),
    );
    const metricsPort = await freePort();
    const engine = openaiEngine(upstream.baseUrl, {
      timeouts: { first_output_s: 600, silence_s: 600, total_s: 600 },
    });
    const folder = prepareFolder(directory, oneModel(engine), oneOrganization(), {
      SVC_METRICS_PORT: String(metricsPort),
    });
    const service = await startServiceProcess(folder);
    try {
      const before = service.openHandles().sockets;
      await sendAll(service, Math.ceil(CONNECTIONS * size));
      require(service.running, `the service ended:\n${service.output}`);
      require(!service.output.includes('uncaught'), `an error had no listener:\n${service.output}`);
      await untilIdle(service, metricsPort, before + SPARE_SOCKETS);
      report('connections', {
        'calls reached the engine': upstream.requests.length,
        'MB resident': Math.round(service.rssBytes() / 1_000_000),
      });
    } finally {
      await service.end('SIGTERM');
      await rm(directory, { recursive: true, force: true });
    }
  },
};

async function sendAll(service: ServiceProcess, count: number): Promise<void> {
  const target = { port: Number(new URL(service.url).port), key: MAIN_KEY };
  let next = 0;
  const send = async (): Promise<void> => {
    while (next < count && service.running) await sendRandomly(target, SEED + next++);
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, send));
}

async function untilIdle(service: ServiceProcess, metricsPort: number, mostSockets: number): Promise<void> {
  const deadline = performance.now() + SETTLE_MS;
  for (;;) {
    const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
    const held = GAUGES.map((name) => valueOf(text, name));
    const { sockets } = service.openHandles();
    if (held.every((value) => value === 0) && sockets <= mostSockets) return;
    require(performance.now() <
      deadline, `${GAUGES.join(', ')} are ${held.join(', ')}, with ${sockets} sockets open`);
    await delay(500);
  }
}

/** Summed over all labels. */
function valueOf(text: string, name: string): number {
  const lines = text.split('\n').filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `));
  return lines.reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' ') + 1)), 0);
}
