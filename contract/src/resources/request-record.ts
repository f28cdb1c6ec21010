import { limit } from '../limits/limit.ts';
import { REQUEST_ID } from '../reference/objects/ids.ts';
import type { Resource } from './resource.ts';

/** What is kept of a model call. */
export const REQUEST_RECORD = {
  type: 'request_record',
  errors: {
    request_not_found: {
      status: 404,
      when: 'There is no record of such a request.',
      message:
        'No request with this id was recorded here. Check the id; only some refused requests leave a record.',
    },
  },
  limits: {
    /** A week is dropped when its last record is as old. */
    request_record_days: limit(30, 'How long records of calls are kept.'),
  },
  pathParameters: {
    request_id: {
      description: 'Id of a request, from the `x-request-id` of its answer.',
      example: REQUEST_ID,
    },
  },
} as const satisfies Resource;
