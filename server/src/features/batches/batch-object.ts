import type { Batch } from '@svc/contract';
import { toTimestamp } from '#kit';
import type { BatchRow } from './store/batch-rows.ts';

/** What a batch looks like to the caller. */
export type ToObject = (row: BatchRow) => object;

/** D-BATCH-2. */
export function toBatch(row: BatchRow): Batch {
  const { total, succeeded, errored, canceled, expired } = row;
  const at = (ms: number | null): string | null => (ms === null ? null : toTimestamp(ms));
  return {
    id: row.id,
    type: 'batch',
    status: row.status,
    input_file_id: row.input_file_id,
    output_file_id: row.output_file_id,
    request_counts: {
      total,
      processing: total - succeeded - errored - canceled - expired,
      succeeded,
      errored,
      canceled,
      expired,
    },
    errors: [...row.problems],
    metadata: { ...row.metadata },
    usage: {
      input_tokens: row.input_tokens,
      cached_input_tokens: row.cached_input_tokens,
      output_tokens: row.output_tokens,
    },
    workspace_id: row.workspace_id,
    created_by: row.created_by,
    created_at: toTimestamp(row.created_at),
    in_progress_at: at(row.in_progress_at),
    cancel_requested_at: at(row.cancel_requested_at),
    ended_at: at(row.ended_at),
    expires_at: toTimestamp(row.expires_at),
  };
}
