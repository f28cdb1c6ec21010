import { searchNames } from './search-names.ts';

/** The page of queues, for people who run the deployment. */
export const operatorQueueStrings = {
  lead: 'Work that no request waits for, in the whole deployment: what waits, what fails, and what was given up.',
  counts: {
    title: 'Queues',
    columns: {
      queue: 'Queue',
      waiting: 'Waiting',
      failing: 'Failing',
      failed: 'Given up',
      since: 'Waiting since',
    },
    job: (kind: string) => `Jobs: ${kind}`,
    orMore: (count: string) => `${count}+`,
    nothingWaits: 'Nothing is due',
    noMailServer: 'There is no mail server: mail waits in the outbox of each organization.',
  },
  batches: {
    title: 'Batches',
    none: 'No batch is open.',
    statuses: searchNames.batchStatuses,
  },
  tunnels: { title: 'Tunnels', connected: 'Connected', total: 'Total' },
  lists: 'What fails',
  queues: searchNames.queues,
  state: 'Show',
  states: searchNames.queueStates,
  columns: {
    what: 'What',
    organization: 'Organization',
    failure: 'Last failure',
    attempts: 'Attempts',
    created: 'Created',
    actions: 'Actions',
  },
  answered: (failure: string, status: number) => `${failure}, ${status}`,
  retry: (what: string) => `Retry ${what}`,
  retried: 'The next attempt is due now.',
  repeated: 'Repeated',
  empty: { title: 'Nothing here', text: 'What does not succeed appears here, with why.' },
} as const;
