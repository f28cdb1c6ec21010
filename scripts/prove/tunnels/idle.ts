import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { MAIN_KEY, oneModel, oneOrganization } from '../../../server/test-kit/index.ts';
import { liveHeapBytes } from '../measure/live-heap.ts';
import { report, require, type Proof } from '../proof.ts';
import { prepareFolder, startServiceProcess } from '../deployment/service-process.ts';

const CONNECTORS = 2000;
const OF_A_TUNNEL = 10;
const MAX_BYTES_EACH = 40_960;
/** Pings and renewals of all of them have come and gone. */
const SETTLED_MS = 35_000;

async function createTokens(url: string, tunnels: number): Promise<string[]> {
  const tokens: string[] = [];
  for (let i = 0; i < tunnels; i++) {
    const response = await fetch(`${url}/v1/tunnels`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${MAIN_KEY}`,
        'content-type': 'application/json',
        'svc-beta': 'mcp-tunnels-2026-12-01',
      },
      body: JSON.stringify({ name: `tunnel ${i}`, allowed_targets: ['http://inside:8080/mcp'] }),
    });
    tokens.push(((await response.json()) as { connector_token: string }).connector_token);
  }
  return tokens;
}

/** One process with all of them: its memory is not measured. */
async function connectAll(url: string, tokens: readonly string[]): Promise<ChildProcess> {
  const script = new URL('idle-connectors-process.ts', import.meta.url).pathname;
  const all = tokens.flatMap((token) => Array.from({ length: OF_A_TUNNEL }, () => token));
  const address = `${url.replace('http', 'ws')}/tunnel/v1/connect`;
  const child = spawn(process.execPath, [script, address, ...all], { stdio: ['ignore', 'pipe', 'inherit'] });
  await Promise.race([
    once(child.stdout, 'data'),
    once(child, 'exit').then(() => {
      throw new Error('not all connectors were let in');
    }),
  ]);
  return child;
}

export const proveTunnelIdle: Proof = {
  name: 'tunnel-idle',
  summary: '2,000 idle connectors on one node take less than 40 KB each, and stay online',
  async run({ size }) {
    const tunnels = Math.ceil((CONNECTORS / OF_A_TUNNEL) * size);
    const directory = await mkdtemp(join(tmpdir(), 'svc-prove-tunnels-'));
    const limits = { tunnels_per_workspace: tunnels, files_batches_models_requests_per_minute: 100_000 };
    const folder = prepareFolder(directory, oneModel({ type: 'sandbox' }, { limits }), oneOrganization());
    const service = await startServiceProcess(folder);
    try {
      const tokens = await createTokens(service.url, tunnels);
      const before = { heap: await liveHeapBytes(service), rss: service.rssBytes() };
      const connectors = await connectAll(service.url, tokens);
      await delay(SETTLED_MS);
      const cpuMs = service.cpuMs();
      await delay(10_000);
      const idleCpuMs = (service.cpuMs() - cpuMs) / 10;
      const after = { heap: await liveHeapBytes(service), rss: service.rssBytes() };
      const count = tunnels * OF_A_TUNNEL;
      const heapEach = (after.heap - before.heap) / count;
      const rssEach = (after.rss - before.rss) / count;
      report('idle', {
        connectors: count,
        'KB of live memory each': (heapEach / 1024).toFixed(1),
        'KB of resident memory each': (rssEach / 1024).toFixed(1),
        'ms of processor time a second': idleCpuMs.toFixed(0),
        sockets: service.openHandles().sockets,
      });
      require(service.openHandles().sockets >= count, 'connectors were lost');
      require(connectors.exitCode === null, 'connectors were lost');
      require(heapEach < MAX_BYTES_EACH, 'an idle connector takes more than 40 KB');
      connectors.kill('SIGKILL');
    } finally {
      await service.end('SIGTERM');
      await rm(directory, { recursive: true, force: true });
    }
  },
};
