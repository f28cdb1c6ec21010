import { JOB_ID } from '../reference/objects/ids.ts';
import type { Resource } from './resource.ts';

/** Background jobs, as operators see them. */
export const JOB = {
  type: 'job',
  ids: { job: 'job_' },
  errors: {
    job_not_found: {
      status: 404,
      when: 'The deployment has no such job: it is unknown, or done.',
      message: 'No job with this id exists, or it is done. List the failing and the failed jobs.',
    },
  },
  pathParameters: {
    job_id: { description: 'Id of a job.', example: JOB_ID },
  },
} as const satisfies Resource;
