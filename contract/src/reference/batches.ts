import type { BATCH_OPERATIONS } from '../operations/workspace/batches.ts';
import type { Batch } from '../schemas/batches/batch.ts';
import { API_KEY_ID, BATCH_ID, INPUT_FILE_ID, OUTPUT_FILE_ID, WORKSPACE_ID } from './objects/ids.ts';
import { pageOf } from './objects/page-of.ts';
import type { References } from './operation-reference.ts';

const batch: Batch = {
  id: BATCH_ID,
  type: 'batch',
  status: 'completed',
  input_file_id: INPUT_FILE_ID,
  output_file_id: OUTPUT_FILE_ID,
  request_counts: { total: 200, processing: 0, succeeded: 199, errored: 1, canceled: 0, expired: 0 },
  errors: [],
  metadata: { job: 'nightly' },
  usage: { input_tokens: 84_000, cached_input_tokens: 0, output_tokens: 31_200 },
  workspace_id: WORKSPACE_ID,
  created_by: API_KEY_ID,
  created_at: '2026-11-20T16:00:00Z',
  in_progress_at: '2026-11-20T16:00:04Z',
  cancel_requested_at: null,
  ended_at: '2026-11-20T16:22:31Z',
  expires_at: '2026-11-21T16:00:00Z',
};

/** As it is before the first line has run. */
const newBatch: Batch = {
  ...batch,
  status: 'validating',
  output_file_id: null,
  request_counts: { total: 0, processing: 0, succeeded: 0, errored: 0, canceled: 0, expired: 0 },
  usage: { input_tokens: 0, cached_input_tokens: 0, output_tokens: 0 },
  in_progress_at: null,
  ended_at: null,
};

export const BATCH_REFERENCES: References<typeof BATCH_OPERATIONS> = {
  createBatch: {
    description: `Runs the requests of a file within 24 hours, at half of the price. Upload the file with the purpose \`batch\` first. Each line is an object with
\`custom_id\`, \`endpoint\` (\`/v1/chat/completions\` or \`/v1/messages\`) and \`body\`.

All lines are validated before the first one runs. If any is invalid, \`status\` becomes \`failed\` and \`errors\` lists the problems. Poll the batch, or
subscribe a webhook to \`batch.completed\`.`,
    body: { input_file_id: INPUT_FILE_ID, metadata: { job: 'nightly' } },
    response: newBatch,
  },
  listBatches: {
    description: 'The batches of the workspace, newest first.',
    response: pageOf(batch, BATCH_ID),
  },
  readBatch: {
    description: `How far a batch has come. Once \`status\` is \`completed\`, \`expired\` or \`canceled\`, \`output_file_id\` names the results: one line for each request, in the
order of the input.`,
    response: batch,
  },
  cancelBatch: {
    description: `Stops a batch. Requests that are running finish and are billed; the others get the result \`canceled\`. \`status\` is \`canceling\` until then. Canceling
twice changes nothing; a batch that has ended is refused with \`resource_conflict\`.`,
    response: { ...newBatch, status: 'canceling', cancel_requested_at: '2026-11-20T16:05:00Z' },
  },
};
