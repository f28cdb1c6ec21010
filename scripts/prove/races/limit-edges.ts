import {
  askConcurrently,
  askInTurn,
  edgeDeployment,
  edgeOrganizations,
  fillWindow,
  oneModel,
  openaiEngine,
  reuseOneHold,
  SPEND_EDGES,
  startOwnRedis,
  startScriptedUpstream,
  testDatabases,
  WITHIN,
  type Edge,
} from '../../../server/test-kit/index.ts';
import { NodeCluster } from '../deployment/node-cluster.ts';
import { checkBooks } from '../deployment/paid-deployment.ts';
import { report, require, type Proof } from '../proof.ts';

const CLUSTERS = [
  { nodes: 1, workers: 1 },
  { nodes: 1, workers: 2 },
  { nodes: 3, workers: 1 },
  { nodes: 5, workers: 1 },
] as const;

export const proveLimitEdges: Proof = {
  name: 'limit-edges',
  summary:
    'every kind of limit over 1 and 2 workers, 3 and 5 nodes, with calls at once and in turn: exactly as many pass as it has room for',
  async run() {
    const postgres = (await testDatabases()).find(({ kind }) => kind === 'postgres');
    if (!postgres) return;
    for (const cluster of CLUSTERS) {
      const database = await postgres.open({ migrated: false });
      const redis = await startOwnRedis();
      try {
        await proveCluster(cluster, { databaseUrl: database.databaseUrl!, redisUrl: redis.url });
        report('books', { 'properties that hold': await checkBooks(database.store) });
      } finally {
        await redis.kill();
        await database.close();
      }
    }
  },
};

async function proveCluster(
  cluster: (typeof CLUSTERS)[number],
  stores: { databaseUrl: string; redisUrl: string },
): Promise<void> {
  await using upstream = await startScriptedUpstream();
  const deployment = oneModel(openaiEngine(upstream.baseUrl), edgeDeployment());
  await using nodes = await NodeCluster.start({
    deployment,
    provisioning: edgeOrganizations(),
    ...stores,
    ...cluster,
  });
  const edge: Edge = { urls: cluster.workers > 1 ? [nodes.urls[0]!, nodes.urls[0]!] : nodes.urls, upstream };
  const name = cluster.workers > 1 ? `${cluster.workers} workers` : `${cluster.nodes} nodes`;
  for (const { name: organization, shape, scope } of SPEND_EDGES) {
    const outcomes =
      shape === 'at once'
        ? await askConcurrently(edge, organization)
        : await askInTurn(edge, organization, WITHIN + 10);
    report(`${name}, spend limit of ${scope === 'organization' ? 'an' : 'a'} ${scope}, ${shape}`, outcomes);
    require(outcomes['admitted'] === WITHIN &&
      Object.keys(outcomes).length === 2, `not exactly ${WITHIN} were admitted`);
  }
  const session = await fillWindow(edge);
  report(`${name}, session window`, session);
  require(session['admitted'] === WITHIN &&
    session['session'] === 2 * edge.urls.length, `not exactly ${WITHIN} were admitted`);
  const reused = await reuseOneHold(edge, 48);
  report(`${name}, one hold used again and again`, reused);
  require(reused['admitted'] === 48, 'a call was refused what another one had released');
  await nodes.checkLedger();
  await nodes.stop();
}
