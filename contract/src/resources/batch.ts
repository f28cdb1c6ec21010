import { limit } from '../limits/limit.ts';
import { BATCH_ID } from '../reference/objects/ids.ts';
import { Batch } from '../schemas/batches/batch.ts';
import { MANAGED_BY_DEVELOPERS } from './grants.ts';
import type { Resource } from './resource.ts';

const ENDED = { scope: 'workspace', object: Batch, isDescribedByName: true } as const;

/** Platform contract §2.8. */
export const BATCH = {
  type: 'batch',
  kind: 'Batch',
  tag: 'Batches',
  ids: { batch: 'batch_' },
  errors: {
    batch_not_found: {
      status: 404,
      when: 'No such batch in this workspace.',
      message: 'No batch with this id exists in the workspace. List the batches to find its id.',
    },
  },
  permissions: {
    'batches.manage': { words: 'List, start and cancel batches', ...MANAGED_BY_DEVELOPERS },
  },
  audit: {
    resources: {
      'batch.created': 'Batch created',
      'batch.canceled': 'Batch canceled',
    },
  },
  limits: {
    batch_requests: limit(50_000, 'Maximum requests of a batch.'),
    open_batches_per_organization: limit(100, 'Maximum batches of an organization that have not ended.'),
    batch_window_hours: limit(24, 'Time within which a batch is completed, or expires.'),
    batch_discount_share: limit(
      0.5,
      'Discount of a batch from the price of direct calls, unless the model sets its own.',
    ),
    batch_custom_id_characters: limit(256, 'Maximum length of a custom_id.'),
    batch_line_attempts: limit(5, 'Maximum attempts for a request of a batch.'),
    batch_reported_errors: limit(100, 'Maximum problems in the input that a failed batch lists.'),
  },
  events: {
    'batch.completed': ENDED,
    'batch.failed': ENDED,
    'batch.expired': ENDED,
    'batch.canceled': ENDED,
  },
  pathParameters: {
    batch_id: { description: 'Id of a batch.', example: BATCH_ID },
  },
} as const satisfies Resource;
