import type { Node } from '@svc/contract';
import { statfs } from 'node:fs/promises';
import { digestWithoutSecrets, type DeploymentConfig } from '#config';
import type { EngineStats, DownRoute } from '#engine';
import { toTimestamp } from '#kit';
import type { NodeReport } from './store/nodes.ts';

type Problem = Node['problems'][number];
/** Without one, calls are refused. */
export type Dependency = Extract<Problem, 'database' | 'disk'>;
/** What the service can do without. */
export type Degradation = Extract<Problem, 'counters' | 'engines' | 'routes'>;

/** With less free than this share the disk will be full before somebody looks. */
const MIN_FREE = 0.05;
/** Two files of a journal: the database has not kept up for a while. */
const MAX_BACKLOG_BYTES = 16_777_216;

/** Where a node gets what it tells of itself. */
export interface NodeReportDeps {
  readonly deployment: () => DeploymentConfig;
  readonly generation: {
    stats(): readonly EngineStats[];
    downRoutes(): readonly DownRoute[];
  };
  readonly journals: Readonly<Record<keyof Node['backlog_bytes'], { readonly backlogBytes: number }>>;
  /** What journals are written to. */
  readonly dataDir: string;
  /** Absent: it counts alone. */
  readonly counters: { readonly unavailable: boolean } | undefined;
  unavailableDependencies(): readonly Dependency[];
  degraded(): readonly Degradation[];
}

/** What does not change while it runs. */
interface NodeRun {
  readonly version: string;
  readonly startedAtMs: number;
}

/** How this node is doing. */
export async function reportNode(deps: NodeReportDeps, run: NodeRun): Promise<NodeReport> {
  const { counters, journals } = deps;
  const backlog = {
    usage: journals.usage.backlogBytes,
    calls: journals.calls.backlogBytes,
    audit: journals.audit.backlogBytes,
  };
  const disk = await readDisk(deps.dataDir);
  const unavailable = deps.unavailableDependencies();
  const problems: Problem[] = [
    ...unavailable,
    ...deps.degraded(),
    ...(disk && disk.free_bytes < MIN_FREE * disk.total_bytes ? ['disk_space' as const] : []),
    ...(Object.values(backlog).some((bytes) => bytes > MAX_BACKLOG_BYTES) ? ['backlog' as const] : []),
  ];
  return {
    state: unavailable.length > 0 ? 'unavailable' : problems.length > 0 ? 'degraded' : 'ready',
    problems,
    version: run.version,
    configuration: digestWithoutSecrets(deps.deployment()),
    started_at: toTimestamp(run.startedAtMs),
    engines: enginesOf(deps.generation),
    backlog_bytes: backlog,
    disk,
    shared_counters: counters ? (counters.unavailable ? 'away' : 'connected') : 'unused',
  };
}

function enginesOf(generation: NodeReportDeps['generation']): NodeReport['engines'] {
  const failing = generation.downRoutes().filter(({ why }) => why === 'failing');
  return generation.stats().map(({ name, capacity, inFlight, background }) => ({
    name,
    slots: capacity,
    slots_in_use: inFlight,
    slots_in_background: background,
    failing_models: failing.filter(({ engine }) => engine === name).map(({ model }) => model),
  }));
}

/** Some file systems do not tell. */
async function readDisk(directory: string): Promise<Node['disk']> {
  try {
    const { bavail, blocks, bsize } = await statfs(directory);
    return blocks === 0 ? null : { free_bytes: bavail * bsize, total_bytes: blocks * bsize };
  } catch {
    return null;
  }
}
