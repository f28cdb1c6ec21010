import { ApiError, type ErrorName } from '@svc/contract';
import { BatchRunner, LineSeals, type CountLines, type FindCaller } from '#features/batches';
import { findKeyRestrictions } from '#features/keys';
import { batchLines } from '#pipelines';
import { StoreUnavailable } from '#store';
import type { RequestMetrics } from '#telemetry';
import type { AppServices } from './app-services.ts';
import type { ProcessParts } from './process-services.ts';

/** What runs the lines of batches on this node. */
export function openBatchRunner(services: AppServices, parts: ProcessParts): BatchRunner {
  const { db, clock, journal, limits, log, metrics } = services;
  const runner = new BatchRunner({
    db,
    clock,
    journal,
    limits,
    log,
    seals: new LineSeals(parts.sealing),
    countLines: services.countLines,
    calls: batchLines(services, isOwnOutage),
    findCaller: findCaller(services),
    commits: parts.store.commits,
    nodeId: parts.nodeId,
    runId: parts.runId,
  });
  metrics.gauge('svc_batch_lines_running', 'Lines of batches under way', () => runner.runningLines);
  return runner;
}

/** Counts what becomes of lines of batches. */
export function lineCounter(metrics: RequestMetrics): CountLines {
  const count = metrics.counter('svc_batch_lines_total', 'Lines of batches by outcome', ['outcome']);
  return (outcome, lines) => count(lines, outcome);
}

/** What a live call would be refused with until it is over. */
const OUTAGES: ReadonlySet<ErrorName> = new Set([
  'usage_check_unavailable',
  'plan_check_unavailable',
  'authorization_unavailable',
  'temporarily_unavailable',
]);

function isOwnOutage(cause: unknown): boolean {
  return cause instanceof StoreUnavailable || (cause instanceof ApiError && OUTAGES.has(cause.catalogName));
}

/** As a live call is judged by its organization (inference contract §5). One that may not call now may again before the window ends. */
function findCaller({ db, organizations, catalog }: AppServices): FindCaller {
  return async ({ organization_id: organizationId, key_id: keyId }) => {
    const organization = await organizations.find(organizationId);
    if (organization?.status !== 'active' || organization.billing !== 'active') return undefined;
    const { plan, ownRates, zeroDataRetention } = organization;
    if (!catalog().plan(plan)?.paid) return undefined;
    // What is changed of the key is in force for the lines that are not started yet.
    const restrictions = keyId === null ? null : await findKeyRestrictions(db, keyId);
    return { plan, ownRates, zeroDataRetention, restrictions };
  };
}
