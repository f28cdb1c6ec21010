import { randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { testDatabases, TunnelBench, type ConnectorProcess } from '../../../server/test-kit/index.ts';
import { report, require, type Proof } from '../proof.ts';
import { TunnelNodes } from './tunnel-nodes.ts';
import { WatchedCalls } from './watched-calls.ts';
import { WatchedServer } from './watched-server.ts';

const CONNECTORS = 4;
const CALLERS = 8;
/** So many kills of connectors come to one of a node. */
const CONNECTOR_KILLS = 5;
const CALM_MS = 200;
const DEADLINE_S = 20;
/** A busy machine notices late. */
const SLACK_MS = 2000;
const MAX_MS = DEADLINE_S * 1000 + SLACK_MS;
const LIMITS = { mcp_call_timeout_s: DEADLINE_S };

export const proveTunnelsKill: Proof = {
  name: 'tunnels-kill',
  summary:
    'kill -9 of connectors, of nodes and of the node that holds the connection: each call ends as D-TUN-14 says, none hangs, none reaches a server again after bytes came back',
  async run({ rounds }) {
    await withServer((server) => killConnectors(server, rounds));
    await withServer((server) => killNodes(server, Math.ceil(rounds / CONNECTOR_KILLS)));
  },
};

/** Of its own for each part, since calls are told apart by their number. */
async function withServer(work: (server: WatchedServer) => Promise<void>): Promise<void> {
  const server = await WatchedServer.open();
  try {
    await work(server);
  } finally {
    await server.close();
  }
}

/** One node, whose connectors are killed one after the other. */
async function killConnectors(server: WatchedServer, kills: number): Promise<void> {
  const databases = await testDatabases();
  const bench = await TunnelBench.open(databases.at(-1)!, { limits: LIMITS });
  try {
    const { id, token } = await bench.tunnel([server.url]);
    const connectors: ConnectorProcess[] = await Promise.all(
      Array.from({ length: CONNECTORS }, () => bench.connect(token)),
    );
    const calls = callsThrough(bench, id, server);
    for (let kill = 0; kill < kills; kill++) {
      await delay(CALM_MS);
      const victim = randomInt(CONNECTORS);
      await connectors[victim]!.end('SIGKILL');
      // No call sees two kills: the second attempt of each is its last.
      await calls.untilSettled();
      connectors[victim] = await bench.connect(token);
    }
    await calls.stop();
    report('connectors', { killed: kills });
    calls.check('calls while connectors were killed', MAX_MS);
  } finally {
    await bench.close();
  }
}

/** Two nodes that hold connections and serve callers, killed in turn, and a third one whose calls go through them. */
async function killNodes(server: WatchedServer, kills: number): Promise<void> {
  const postgres = (await testDatabases()).find(({ kind }) => kind === 'postgres');
  if (!postgres) {
    require(process.env['REQUIRE_SERVICES'] !== '1', 'PostgreSQL is not installed, and REQUIRE_SERVICES=1');
    return console.log('  nodes skipped: PostgreSQL not found');
  }
  const bench = await TunnelBench.open(postgres, { limits: LIMITS });
  const nodes = await TunnelNodes.start(bench);
  try {
    const { id, token } = await bench.tunnel([server.url]);
    await nodes.connect(token, CONNECTORS / 2);
    await nodes.online(id, CONNECTORS);
    const calls = callsThrough(bench, id, server);
    const models = await nodes.callModels();
    for (let kill = 0; kill < kills; kill++) {
      await delay(CALM_MS);
      const victim = kill % nodes.size;
      await nodes.kill(victim);
      await calls.untilSettled();
      await nodes.restart(victim);
      await nodes.online(id, CONNECTORS);
    }
    await Promise.all([calls.stop(), models.stop()]);
    report('nodes', { killed: kills });
    calls.check('calls of another node while nodes were killed', MAX_MS);
    models.check();
  } finally {
    await nodes.stop();
    await bench.close();
  }
}

function callsThrough(bench: TunnelBench, tunnelId: string, server: WatchedServer): WatchedCalls {
  return new WatchedCalls(
    (body) => bench.request(tunnelId, server.url, { body: JSON.stringify(body) }),
    server,
    CALLERS,
  );
}
