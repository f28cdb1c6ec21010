import { searchNames } from './search-names.ts';

const { completed, client_closed } = searchNames.outcomes;

/** How the deployment is doing, for the people who run it. */
export const operatorNowStrings = {
  lead: 'Model calls of all organizations, and the nodes that answer them. Times are UTC.',
  span: 'Time',
  split: 'Split by',
  percentile: 'Latency',
  figures: {
    label: 'Figures',
    requests: 'Requests a second, now',
    output: 'Output tokens a second, now',
    input: 'Input tokens a second, now',
    errors: 'Failed or refused',
    firstOutput: 'First output, median',
    duration: 'Whole call, median',
    none: '–',
  },
  charts: {
    requests: (by: string) => `Requests by ${by}`,
    tokens: (by: string) => `Tokens by ${by}`,
    errors: 'Failed and refused calls by error code',
    firstOutput: (percentile: string) => `Time to first output, ${percentile}`,
    duration: (percentile: string) => `Time of whole calls, ${percentile}`,
    latencies: (p50: string, p95: string, p99: string) => `Median ${p50}, 95% ${p95}, 99% ${p99}`,
    noLatencies: 'No call completed',
    latency: 'Latency',
  },
  by: { model: 'model', engine: 'engine', node: 'node', code: 'outcome', route: 'route' },
  soFar: (time: string) => `${time}, so far`,
  noGroup: {
    model: 'No model',
    engine: 'No engine',
    node: 'Unknown node',
    code: 'Unknown',
    route: 'No engine',
  },
  other: 'All others',
  /** How calls end that nothing is wrong with. */
  outcomes: { completed, client_closed },
  latencies: {
    title: (by: string) => `Latency by ${by}`,
    columns: {
      group: 'Name',
      requests: 'Requests',
      errors: 'Errors',
      first: 'First output',
      whole: 'Whole call',
      cache: 'Prompt cache',
    },
    cache: (share: string, written: string, saved: string) => `${share} read · ${written} written · ${saved}`,
    hint: 'Median, 95th and 99th percentile of completed calls, without batches; first output is for streamed calls. Accurate to within 10%. Prompt cache: share of input tokens that engines read from their caches, tokens they wrote, and what that saved where routes have a cost.',
  },
  noErrors: 'No call failed and none was refused in this time.',
  empty: {
    title: 'No model calls yet',
    text: 'Calls appear here within a few seconds, whichever organization makes them. Create an organization, give it a key, and make the first call.',
    inSpan: 'There were none in this time. Choose a longer one to see earlier calls.',
  },
  nodes: {
    title: 'Nodes',
    list: 'Nodes',
    more: 'Only the newest nodes are shown.',
    states: { ready: 'Ready', degraded: 'Degraded', unavailable: 'Unavailable', lost: 'Lost' },
    columns: {
      node: 'Node',
      state: 'State',
      slots: 'Slots in use',
      backlog: 'Not yet in the database',
      disk: 'Free disk space',
      redis: 'Redis',
      configuration: 'Settings',
    },
    version: (version: string, since: string) => `${version}, started ${since}`,
    slots: (used: string, all: string) => `${used} of ${all}`,
    noDisk: 'Unknown',
    counters: { connected: 'Connected', away: 'Away', unused: 'Not used' },
  },
  jobs: {
    title: 'Jobs',
    lead: 'Work in the background of the whole deployment: mail, webhooks, batches, files.',
    list: 'Jobs',
    columns: {
      kind: 'Kind',
      waiting: 'Waiting',
      failing: 'Failing',
      failed: 'Given up',
      since: 'Waiting since',
    },
    onTime: 'On time',
    none: 'Nothing waits.',
  },
  problems: {
    title: 'What is wrong',
    on: (names: string) => `On ${names}.`,
    database:
      'The database does not answer. Calls with known keys continue, and their usage is buffered on disk. New keys, pages and changes must wait. Check that PostgreSQL runs, accepts connections and is not read-only.',
    disk: 'The disk takes no more data. Calls are refused, since their usage could not be recorded. Free space where the data directory is.',
    counters:
      'Redis does not answer. Calls continue, but each node counts limits separately, so limits are looser. Check that Redis runs and has memory.',
    routes:
      'A model has no route in service. Its calls are refused until an operator puts one in again, under Engines and models.',
    engines:
      'A model has no engine that works. Calls to it fail. Look at “Engines and models”, and check the engine itself.',
    disk_space:
      'Less than 5% of the disk is free. When it is full, calls are refused. Free space, or give the data directory a larger disk.',
    backlog:
      'Usage reaches the database more slowly than it is made. Nothing is lost, and balances lag behind. Check what the database is busy with.',
    lost: 'No report for half a minute. The process has died, hangs or does not reach the database. Look at its log; it is dropped from this list after an hour.',
    settings:
      'Nodes have different settings. Calls are treated differently, depending on the node. Give all nodes the same svc.yaml and reload them.',
    jobs: (kinds: string) =>
      `Jobs wait for more than a minute: ${kinds}. They are done late. Check that a node has room for them, and what they wait for.`,
    failedJobs: (kinds: string) =>
      `Jobs were given up: ${kinds}. They are kept. Look into the log for the reason.`,
  },
} as const;
