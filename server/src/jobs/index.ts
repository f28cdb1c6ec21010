/**
 * Work that no request waits for: periodic work, work soon after a response, and jobs that outlive the
 * process that enqueued them.
 */
export { enqueueJobs, type NewJob } from './enqueue-job.ts';
export { Postponed, type JobAttempt, type JobHandler } from './job-handler.ts';
export { JobWorker } from './job-worker.ts';
export type { PeriodicJob } from './periodic-job.ts';
export { Scheduler } from './scheduler.ts';
export { hasOpenJob } from './store/has-open-job.ts';
export { countJobs, type JobCounts } from './store/jobs.ts';
export { retryJob } from './retry-job.ts';
export { hastenJob } from './hasten-job.ts';
export { countQueuedJobs, findFailingJobs, lockJob, type FailingJobRow } from './store/failing-jobs.ts';
