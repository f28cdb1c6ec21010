import { parseArgs } from 'node:util';
import { proveAdminLists } from './admin-lists/admin-lists.ts';
import { proveBackup } from './backup/backup.ts';
import { proveBareRoot } from './bare-root/bare-root.ts';
import { proveBatchesKill } from './batches/batches-kill.ts';
import { proveBatchesLarge } from './batches/batches-large.ts';
import { proveClusterKill } from './outages/cluster-kill.ts';
import { proveCompat } from './compat.ts';
import { proveConnections } from './connections.ts';
import { proveDatabaseKill } from './outages/database-kill.ts';
import { proveDescription } from './description.ts';
import { proveDirectorySync } from './directory-sync/directory-sync.ts';
import { proveEmbeddings } from './embeddings.ts';
import { proveEngineTypes } from './engine-types/engine-types.ts';
import { proveFilesKill } from './files/files-kill.ts';
import { proveFilesMany } from './files/files-many.ts';
import { proveFirstStart } from './first-start/first-start.ts';
import { proveHostile } from './hostile/hostile.ts';
import { proveKill } from './outages/kill.ts';
import { proveLargeBodies } from './large-bodies.ts';
import { proveLimitEdges } from './races/limit-edges.ts';
import { proveMutants } from './mutants/mutants.ts';
import { proveNeighbours } from './neighbours/neighbours.ts';
import { proveOperators } from './operators/operators.ts';
import type { Proof, ProofOptions } from './proof.ts';
import { provePrompts } from './prompts/prompts.ts';
import { proveRateRace } from './races/rate-race.ts';
import { proveScale } from './scale/scale.ts';
import { proveSdkRuntimes } from './sdk-runtimes/sdk-runtimes.ts';
import { proveSoak } from './outages/soak.ts';
import { proveSpecifications } from './specifications/specifications.ts';
import { proveTunnelFrames } from './tunnels/frames.ts';
import { proveTunnelIdle } from './tunnels/idle.ts';
import { proveTunnelsKill } from './tunnels/kill.ts';
import { proveTunnelLoad } from './tunnels/load.ts';
import { proveStartupRaces } from './outages/startup-races.ts';
import { proveWalletRace } from './races/wallet-race.ts';
import { proveWalletTurns } from './races/wallet-turns.ts';
import { proveWebhooksKill } from './webhooks/webhooks-kill.ts';
import { proveWebhooksLoad } from './webhooks/webhooks-load.ts';

const PROOFS: readonly Proof[] = [
  proveStartupRaces,
  proveKill,
  proveDatabaseKill,
  proveBackup,
  proveEmbeddings,
  proveLargeBodies,
  proveHostile,
  proveNeighbours,
  proveConnections,
  proveDescription,
  proveFilesKill,
  proveFilesMany,
  proveBatchesKill,
  proveBatchesLarge,
  provePrompts,
  proveCompat,
  proveEngineTypes,
  proveWebhooksKill,
  proveWebhooksLoad,
  proveWalletRace,
  proveWalletTurns,
  proveLimitEdges,
  proveRateRace,
  proveClusterKill,
  proveTunnelFrames,
  proveTunnelLoad,
  proveTunnelIdle,
  proveSdkRuntimes,
  proveSpecifications,
  proveTunnelsKill,
  proveSoak,
  proveDirectorySync,
  proveScale,
  proveAdminLists,
  proveOperators,
  proveFirstStart,
  proveBareRoot,
  proveMutants,
];

const { values } = parseArgs({
  options: {
    help: { type: 'boolean', default: false },
    only: { type: 'string' },
    rounds: { type: 'string', default: '20' },
    minutes: { type: 'string', default: '2' },
    size: { type: 'string', default: '1' },
    seed: { type: 'string' },
  },
});
const chosen = PROOFS.filter(({ name }) => values.only === undefined || name === values.only);
const options: ProofOptions = {
  rounds: Number(values.rounds),
  minutes: Number(values.minutes),
  size: Number(values.size),
  ...(values.seed !== undefined && { seed: Number(values.seed) }),
};

if (
  values.help ||
  chosen.length === 0 ||
  !(options.rounds >= 1) ||
  !(options.minutes > 0) ||
  !(options.size > 0)
) {
  console.error(
    `Usage: npm run prove -- [--only ${PROOFS.map(({ name }) => name).join('|')}] [--rounds N] [--minutes N] [--size SHARE] [--seed N]`,
  );
  process.exit(2);
}

let failed = 0;
for (const proof of chosen) {
  console.log(`${proof.name}: ${proof.summary}`);
  const startedAt = performance.now();
  const outcome = await proof.run(options).then(
    () => 'proven',
    (error: unknown) => {
      failed++;
      return `FAILED: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
    },
  );
  console.log(`${proof.name}: ${outcome} (${((performance.now() - startedAt) / 1000).toFixed(1)} s)\n`);
}
console.log(`${chosen.length - failed} proofs passed, ${failed} failed`);
// A proof that failed may have left servers and pools open.
process.exit(failed > 0 ? 1 : 0);
