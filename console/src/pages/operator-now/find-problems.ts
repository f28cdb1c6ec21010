import type { Node, Queues } from '@svc/contract';
import type { DocsPlace } from '../../strings/docs.ts';
import { operatorNowStrings } from '../../strings/operator-now.ts';
import { nodeName } from './traffic-series.ts';

const { problems: words } = operatorNowStrings;

type Problem = Node['problems'][number];

export interface DeploymentProblem {
  readonly tone: 'danger' | 'warn';
  readonly text: string;
  readonly docs: DocsPlace;
  /** Of the nodes that have it. Empty: it is no single node's. */
  readonly nodes: readonly string[];
}

/** The worst first. */
const OF_NODES: readonly (readonly [Problem, DeploymentProblem['tone'], DocsPlace])[] = [
  ['database', 'danger', 'databaseAway'],
  ['disk', 'danger', 'diskFull'],
  ['engines', 'danger', 'enginesAway'],
  ['routes', 'danger', 'routesOut'],
  ['disk_space', 'warn', 'diskFull'],
  ['counters', 'warn', 'redisAway'],
  ['backlog', 'warn', 'usageBacklog'],
];
const MAX_OVERDUE_MS = 60_000;

/** What is wrong with the deployment, from what its nodes and its jobs tell. */
export function deploymentProblems(
  nodes: readonly Node[],
  jobs: Queues['jobs'],
): readonly DeploymentProblem[] {
  const present = nodes.filter(({ state }) => state !== 'lost');
  const lost = nodes.filter(({ state }) => state === 'lost').map(({ id }) => nodeName(id));
  return [
    ...some({ tone: 'danger', text: words.lost, docs: 'lostNode', nodes: lost }),
    ...OF_NODES.flatMap(([problem, tone, docs]) => {
      const having = present
        .filter(({ problems }) => problems.includes(problem))
        .map(({ id }) => nodeName(id));
      return some({ tone, text: words[problem], docs, nodes: having });
    }),
    ...differingSettings(present),
    ...jobProblems(jobs),
  ];
}

function some(problem: DeploymentProblem): readonly DeploymentProblem[] {
  return problem.nodes.length > 0 ? [problem] : [];
}

function differingSettings(nodes: readonly Node[]): readonly DeploymentProblem[] {
  const digests = new Set(nodes.map(({ configuration }) => configuration));
  if (digests.size <= 1) return [];
  return [{ tone: 'warn', text: words.settings, docs: 'settingsDiffer', nodes: [] }];
}

function jobProblems(jobs: Queues['jobs']): readonly DeploymentProblem[] {
  const of = (
    docs: DocsPlace,
    text: (kinds: string) => string,
    isOne: (job: Queues['jobs'][number]) => boolean,
  ): readonly DeploymentProblem[] => {
    const kinds = jobs.filter(isOne).map(({ kind }) => kind);
    if (kinds.length === 0) return [];
    return [{ tone: 'warn', text: text(kinds.join(', ')), docs, nodes: [] }];
  };
  return [
    ...of(
      'jobsOverdue',
      words.jobs,
      ({ waiting_since: since }) => since !== null && Date.now() - Date.parse(since) > MAX_OVERDUE_MS,
    ),
    ...of('jobsGivenUp', words.failedJobs, ({ failed }) => failed > 0),
  ];
}
