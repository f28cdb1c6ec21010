import { searchNames } from './search-names.ts';
import { counted } from './counted.ts';
import { pageTitles } from './page-titles.ts';

const OUTCOMES = {
  succeeded: 'succeeded',
  errored: 'failed',
  canceled: 'canceled',
  expired: 'expired',
  processing: 'not finished',
} as const;

export const batchStrings = {
  title: pageTitles.batches,
  lead: 'Files of requests, completed within a day at a lower price. Create batches through the API.',
  list: 'Batches',
  columns: { id: 'Batch', status: 'Status', progress: 'Results', created: 'Created' },
  filters: { workspace: 'Workspace', status: 'Status', anyStatus: 'Any status' },
  statuses: searchNames.batchStatuses,
  share: (done: string, total: string) => `${done} of ${total}`,
  empty: {
    title: 'No batches',
    text: 'Upload a file of requests with the purpose “batch”, then create a batch through the API.',
    filtered: 'No batches have this status.',
  },
  noWorkspace: {
    title: 'No workspace with batches',
    text: 'You are not a developer of a workspace yet. Ask a workspace admin to add you.',
  },
  detail: {
    back: 'All batches',
    progress: 'Results',
    all: 'All requests',
    outcome: (counts: readonly (readonly [count: string, kind: keyof typeof OUTCOMES])[]) =>
      counts.map(([count, kind]) => `${count} ${OUTCOMES[kind]}`).join(', ') || 'No requests',
    speed: 'Speed',
    perMinute: (count: string) => `${counted(count, 'result')} per minute`,
    estimatedEnd: 'Estimated end',
    waitsUntil: 'Waiting for plan allowance until',
    cost: 'Cost',
    costSoFar: 'Cost so far',
    directCost: 'Cost without batching',
    planTokens: 'Covered by the plan',
    tokens: (count: string) => counted(count, 'token'),
    input: 'Input tokens',
    cached: 'Cached input tokens',
    output: 'Output tokens',
    about: 'About this batch',
    id: 'Batch',
    createdBy: 'Created by',
    created: 'Created',
    started: 'Started',
    ended: 'Ended',
    expires: 'Expires',
    problems: 'Problems in the input',
    line: 'Line',
    field: 'Field',
    problem: 'Problem',
    wholeFile: 'Whole file',
    errors: 'Failed requests',
    errorsLead: 'The first 100. The output file has all of them, with messages.',
    customId: 'custom_id',
    statusCode: 'Status',
    code: 'Code',
    download: 'Download results',
    downloadStarted: 'The download has started.',
  },
  cancel: {
    action: 'Cancel batch',
    title: 'Cancel this batch?',
    text: 'Running requests finish and are charged. No new ones start. This cannot be undone.',
    done: 'The batch is being canceled.',
  },
} as const;
