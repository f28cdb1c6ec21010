import { searchNames } from './search-names.ts';
import type { ConsoleClientCalls, UsageSeries } from '@svc/contract';

type Measure = UsageSeries['measure'];
type Dimension = NonNullable<UsageSeries['group_by']>;
type BucketWidth = NonNullable<ConsoleClientCalls['reportUsageSeries']['query']['bucket']>;

/** Within a sentence. */
const WIDTHS: Readonly<Record<BucketWidth, string>> = {
  hour: 'hour',
  day: 'day',
  week: 'week',
  month: 'month',
};
const BY: Readonly<Record<Dimension, string>> = {
  model: 'model',
  api_key_id: 'API key',
  user_id: 'person',
  workspace_id: 'workspace',
  endpoint: 'endpoint',
  status: 'status',
};

export const usageStrings = {
  lead: 'Times are in UTC. Usage that the plan covers has no cost.',
  measure: 'Show',
  measures: searchNames.usageMeasures satisfies Readonly<Record<Measure, string>>,
  by: 'By',
  dimensions: searchNames.usageDimensions satisfies Readonly<Record<Dimension, string>>,
  chart: (measure: string, width: BucketWidth, by: Dimension) =>
    `${measure} per ${WIDTHS[width]} by ${BY[by]}`,
  /** What the period is compared with. */
  before: (days: number, isWhole: boolean) =>
    `the ${days === 1 ? 'day' : `${days} days`} before${isWhole ? '' : ', up to the same hour'}`,
  soFar: (time: string) => `${time}, so far`,
  breakdown: (by: Dimension) => `Breakdown by ${BY[by]}`,
  columns: { total: 'Total', share: 'Share', before: 'Period before', change: 'Change' },
  noChange: '–',
  other: 'Other',
  /** What belongs to none. */
  none: {
    model: 'No model',
    api_key_id: 'No key',
    user_id: 'Nobody',
    workspace_id: 'No workspace',
    endpoint: 'No endpoint',
    status: 'No status',
  } satisfies Readonly<Record<Dimension, string>>,
  /** Calls without a key, by where somebody had signed in. */
  withoutKey: {
    playground: 'Playground',
    console: 'Console',
    cli: 'Code client (command line)',
    terminal: 'Code client (terminal)',
    desktop: 'Desktop app',
  } as Readonly<Record<string, string>>,
  /** How calls ended, with their HTTP status. */
  outcomes: {
    completed: () => 'Completed',
    client_closed: () => 'Canceled by caller',
    failed: (status: string) => (status === '' ? 'Failed' : `Failed (${status})`),
    refused: (status: string) => (status === '' ? 'Refused' : `Refused (${status})`),
  } as Readonly<Record<string, (status: string) => string>>,
  byStatus:
    'By status, refused and failed calls count too. Everywhere else, a request is a call that had output.',
  csv: 'Download CSV',
  csvName: (measure: string, from: string, to: string) => `svc-${measure}-${from}-to-${to}.csv`,
  csvHead: ['start', 'end', 'group_id', 'group', 'amount'],
  noPrice: {
    text: (models: string, more: number) =>
      `No price set: calls to ${models}${more > 0 ? ` and ${more} more` : ''} cost $0.00.`,
    link: 'View prices',
  },
  tooLong: 'Choose a range of at most two years that ends after it starts.',
  empty: {
    title: 'No usage in this period',
    text: 'Calls appear here within seconds. Choose another period to look further back.',
  },
} as const;
