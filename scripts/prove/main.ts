import { parseArgs } from 'node:util';
import { proveAdminLists } from './admin-lists.ts';
import { proveBackup } from './backup.ts';
import { proveBatchesKill } from './batches-kill.ts';
import { proveBatchesLarge } from './batches-large.ts';
import { proveClusterKill } from './cluster-kill.ts';
import { proveCompat } from './compat.ts';
import { proveDatabaseKill } from './database-kill.ts';
import { proveDescription } from './description.ts';
import { proveEmbeddings } from './embeddings.ts';
import { proveFilesKill } from './files-kill.ts';
import { proveFilesMany } from './files-many.ts';
import { proveHostile } from './hostile.ts';
import { proveKill } from './kill.ts';
import { proveLargeBodies } from './large-bodies.ts';
import { proveLimitEdges } from './limit-edges.ts';
import { proveOperators } from './operators.ts';
import type { Proof, ProofOptions } from './proof.ts';
import { provePrompts } from './prompts.ts';
import { proveRateRace } from './rate-race.ts';
import { proveScale } from './scale.ts';
import { proveSdkRuntimes } from './sdk-runtimes.ts';
import { proveSoak } from './soak.ts';
import { proveTunnelFrames } from './tunnels/frames.ts';
import { proveTunnelIdle } from './tunnels/idle.ts';
import { proveTunnelsKill } from './tunnels/kill.ts';
import { proveTunnelLoad } from './tunnels/load.ts';
import { proveStartupRaces } from './startup-races.ts';
import { proveWalletRace } from './wallet-race.ts';
import { proveWebhooksKill } from './webhooks-kill.ts';
import { proveWebhooksLoad } from './webhooks-load.ts';

const PROOFS: readonly Proof[] = [
  proveStartupRaces,
  proveKill,
  proveDatabaseKill,
  proveBackup,
  proveEmbeddings,
  proveLargeBodies,
  proveHostile,
  proveDescription,
  proveFilesKill,
  proveFilesMany,
  proveBatchesKill,
  proveBatchesLarge,
  provePrompts,
  proveCompat,
  proveWebhooksKill,
  proveWebhooksLoad,
  proveWalletRace,
  proveLimitEdges,
  proveRateRace,
  proveClusterKill,
  proveTunnelFrames,
  proveTunnelLoad,
  proveTunnelIdle,
  proveSdkRuntimes,
  proveTunnelsKill,
  proveSoak,
  proveScale,
  proveAdminLists,
  proveOperators,
];

const { values } = parseArgs({
  options: {
    help: { type: 'boolean', default: false },
    only: { type: 'string' },
    rounds: { type: 'string', default: '20' },
    minutes: { type: 'string', default: '2' },
    size: { type: 'string', default: '1' },
  },
});
const chosen = PROOFS.filter(({ name }) => values.only === undefined || name === values.only);
const options: ProofOptions = {
  rounds: Number(values.rounds),
  minutes: Number(values.minutes),
  size: Number(values.size),
};

if (
  values.help ||
  chosen.length === 0 ||
  !(options.rounds >= 1) ||
  !(options.minutes > 0) ||
  !(options.size > 0)
) {
  console.error(
    `Usage: npm run prove -- [--only ${PROOFS.map(({ name }) => name).join('|')}] [--rounds N] [--minutes N] [--size SHARE]`,
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
