import type {
  ApiKey,
  BatchStatus,
  DeliveryStatus,
  FailingJob,
  FilePurpose,
  FileStatus,
  Mail,
  MarginReport,
  OperatorClientCalls,
  RequestSummary,
  SignUp,
  Traffic,
  UsageSeries,
  User,
} from '@svc/contract';

type MarginOrder = NonNullable<OperatorClientCalls['listOrganizationMargins']['query']['sort']>;

/** A word for each value: a new one of the contract does not compile without. */
type Names<Value extends string> = Readonly<Record<Value, string>>;

const keyStatuses = {
  active: 'Active',
  inactive: 'Inactive',
  expired: 'Expired',
  revoked: 'Revoked',
} as const satisfies Names<ApiKey['status']>;

/**
 * Names of what addresses may ask for. Routes check addresses by them, so they are loaded with every page; the other words of a page are
 * loaded with it.
 */
export const searchNames = {
  keyStatuses,
  keyFilters: { ...keyStatuses, all: 'All' },
  memberStatuses: { active: 'Active', suspended: 'Suspended' },
  signUpStatuses: { waiting: 'Waiting', approved: 'Approved', completed: 'Completed', refused: 'Refused' },
  queues: { jobs: 'Jobs', mails: 'Mail', webhook_deliveries: 'Webhook deliveries' },
  queueStates: { failing: 'Failing, will be tried again', failed: 'Given up' },
  deliveryStatuses: { pending: 'Pending', succeeded: 'Succeeded', failed: 'Failed', missed: 'Missed' },
  filePurposes: {
    document: 'Document',
    vision: 'Image',
    batch: 'Batch input',
    code_input: 'Code input',
    skill: 'Skill',
  },
  fileStatuses: { processing: 'Processing', ready: 'Ready', failed: 'Failed' },
  batchStatuses: {
    validating: 'Validating',
    in_progress: 'In progress',
    canceling: 'Canceling',
    completed: 'Completed',
    expired: 'Expired',
    canceled: 'Canceled',
    failed: 'Failed',
  },
  mailStatuses: { held: 'Held', queued: 'Sending', sent: 'Sent', failed: 'Failed' },
  trafficSpans: {
    '1h': 'Last hour',
    '6h': 'Last 6 hours',
    '1d': 'Last day',
    '7d': 'Last 7 days',
    '30d': 'Last 30 days',
    '90d': 'Last 90 days',
  },
  trafficSplits: { model: 'Model', engine: 'Engine', node: 'Node', code: 'Outcome', route: 'Route' },
  marginPeriods: { day: 'Day', week: 'Week', month: 'Month' },
  marginOrders: {
    retail: 'Most retail',
    engine_cost: 'Highest engine cost',
    margin: 'Lowest margin',
    retail_change: 'Top movers by retail',
    tokens_change: 'Top movers by tokens',
  },
  percentiles: { p50_ms: 'Median', p95_ms: '95th percentile', p99_ms: '99th percentile' },
  latestTimes: { '1h': 'Last hour', '24h': 'Last 24 hours', '7d': 'Last 7 days' },
  outcomes: {
    completed: 'Completed',
    unsuccessful: 'Not completed',
    failed: 'Failed',
    refused: 'Refused',
    client_closed: 'Canceled by caller',
  },
  usageMeasures: {
    cost: 'Cost',
    requests: 'Requests',
    tokens: 'Tokens',
    input_tokens: 'Input tokens',
    cached_input_tokens: 'Cached input tokens',
    output_tokens: 'Output tokens',
  },
  usageDimensions: {
    model: 'Model',
    api_key_id: 'API key',
    user_id: 'Person',
    workspace_id: 'Workspace',
    endpoint: 'Endpoint',
    status: 'Status',
  },
} as const satisfies SearchNames;

interface SearchNames {
  readonly keyStatuses: Names<ApiKey['status']>;
  readonly keyFilters: Names<ApiKey['status'] | 'all'>;
  readonly memberStatuses: Names<User['status']>;
  readonly signUpStatuses: Names<SignUp['status']>;
  readonly queues: Names<string>;
  readonly queueStates: Names<FailingJob['state']>;
  readonly deliveryStatuses: Names<DeliveryStatus>;
  readonly filePurposes: Names<FilePurpose>;
  readonly fileStatuses: Names<FileStatus>;
  readonly batchStatuses: Names<BatchStatus>;
  readonly mailStatuses: Names<Mail['status']>;
  readonly trafficSpans: Names<Traffic['span']>;
  readonly trafficSplits: Names<Traffic['group_by']>;
  readonly marginPeriods: Names<MarginReport['period']>;
  readonly marginOrders: Names<MarginOrder>;
  readonly percentiles: Names<string>;
  readonly latestTimes: Names<string>;
  readonly outcomes: Names<RequestSummary['outcome'] | 'unsuccessful'>;
  readonly usageMeasures: Names<UsageSeries['measure']>;
  readonly usageDimensions: Names<NonNullable<UsageSeries['group_by']>>;
}
