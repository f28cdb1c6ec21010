import { findKeyRestrictions } from '#features/keys';
import type { ModelCatalog } from '#features/models';
import type { OrganizationDirectory } from '#features/organization';
import type { Metrics } from '#kit';
import type { SealingRing } from '#sealing';
import type { Store } from '#store';
import { lineCounter } from './line-counter.ts';
import { LineSeals } from './line-seal.ts';
import { BatchRunner, type RunnerDeps } from './runner/batch-runner.ts';
import type { FindCaller, LineCalls } from './runner/call-model.ts';

interface BatchesParts
  extends Pick<RunnerDeps, 'db' | 'clock' | 'journal' | 'limits' | 'log' | 'nodeId' | 'runId'>, CallerParts {
  readonly store: Pick<Store, 'commits'>;
  readonly sealing: SealingRing;
  readonly metrics: Metrics;
  readonly lineCalls: LineCalls;
}

interface CallerParts {
  readonly db: Store['db'];
  readonly organizations: OrganizationDirectory;
  readonly catalog: () => ModelCatalog;
}

/** What runs the lines of batches on this node. */
export function openBatches(parts: BatchesParts) {
  const { db, clock, journal, limits, log, nodeId, runId, store, sealing, metrics, lineCalls } = parts;
  const countLines = lineCounter(metrics);
  const batchRunner = new BatchRunner({
    db,
    clock,
    journal,
    limits,
    log,
    nodeId,
    runId,
    seals: new LineSeals(sealing),
    countLines,
    calls: lineCalls,
    findCaller: findCaller(parts),
    commits: store.commits,
  });
  return { countLines, batchRunner };
}

/** As a live call is judged by its organization (inference contract §5). One that may not call now may again before the window ends. */
function findCaller({ db, organizations, catalog }: CallerParts): FindCaller {
  return async ({ organization_id: organizationId, key_id: keyId }) => {
    const organization = await organizations.find(organizationId);
    if (organization?.status !== 'active' || organization.billing !== 'active') return undefined;
    if (!catalog().plan(organization.plan)?.paid) return undefined;
    // What is changed of the key is in force for the lines that are not started yet.
    const restrictions = keyId === null ? null : await findKeyRestrictions(db, keyId);
    return { organization, restrictions };
  };
}
