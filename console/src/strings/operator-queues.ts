import { pageTitles } from './page-titles.ts';

/** The page of queues, for people who run the deployment. */
export const operatorQueueStrings = {
  title: pageTitles.operatorQueues,
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
    mails: 'Mail',
    deliveries: 'Webhook deliveries',
    job: (kind: string) => `Jobs: ${kind}`,
    orMore: (count: string) => `${count}+`,
    nothingWaits: 'Nothing is due',
    noMailServer: 'There is no mail server: mail waits in the outbox of each organization.',
  },
  batches: {
    title: 'Batches',
    none: 'No batch is open.',
    statuses: {
      validating: 'Validating',
      in_progress: 'In progress',
      canceling: 'Canceling',
      completed: 'Completed',
      expired: 'Expired',
      canceled: 'Canceled',
      failed: 'Failed',
    },
  },
  tunnels: { title: 'Tunnels', connected: 'Connected', total: 'Total' },
  lists: 'What fails',
  queues: { jobs: 'Jobs', mails: 'Mail', webhook_deliveries: 'Webhook deliveries' },
  state: 'Show',
  states: { failing: 'Failing, will be tried again', failed: 'Given up' },
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
