import type { Kysely } from 'kysely';
import type { Module, OperatorHandlers } from '#features/module';
import { version, type Clock } from '#kit';
import type { Tables } from '#store';
import { DROPPED_AFTER_MS, listNodes } from './list-nodes.ts';
import { reportNode, type NodeReportDeps } from './report-node.ts';
import { deleteNode, dropNodes, putReport } from './store/nodes.ts';

const REPORT_MS = 10_000;

export interface DeploymentHealthModuleDeps extends NodeReportDeps {
  readonly db: Kysely<Tables>;
  readonly nodeId: string;
  readonly clock: Pick<Clock, 'nowMs'>;
}

/** How the nodes are doing, told by each of itself and read from any. */
export function deploymentHealthModule(deps: DeploymentHealthModuleDeps) {
  const { db, nodeId, clock } = deps;
  const run = { version: version(), startedAtMs: clock.nowMs() };
  const report = async () => putReport(db, nodeId, await reportNode(deps, run), clock.nowMs());
  return {
    operator: {
      listNodes: async (database, { query }) => {
        // Whoever asks is told how the node that answers is doing now.
        await report();
        return listNodes(database, query, clock.nowMs());
      },
    } satisfies Partial<OperatorHandlers>,
    jobs: [{ name: 'nodes.report', everyMs: REPORT_MS, run: report }],
    retention: { nodes: (nowMs) => dropNodes(db, nowMs - DROPPED_AFTER_MS) },
    // A node that is stopped is not lost. Without the database it is taken for lost, and dropped later.
    close: () => deleteNode(db, nodeId).catch(() => undefined),
  } satisfies Module;
}
