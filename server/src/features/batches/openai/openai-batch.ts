import { OPENAI_BATCH_ENDPOINT, type BatchStatus } from '@svc/contract';
import type { BatchRow } from '../store/batch-rows.ts';

/** What requests for it are called by clients. */
const CHAT = '/v1/chat/completions';

const STATUSES: Readonly<Record<BatchStatus, string>> = {
  validating: 'validating',
  in_progress: 'in_progress',
  canceling: 'cancelling',
  completed: 'completed',
  expired: 'expired',
  canceled: 'cancelled',
  failed: 'failed',
};

/** A batch as OpenAI's protocol has it. All results are in one file, so `error_file_id` is null. */
export function toOpenAiBatch(row: BatchRow): object {
  const { id, status, ending, endpoint, total, succeeded, errored, canceled, expired, problems } = row;
  const isFinalizing = status === 'in_progress' && ending !== null;
  return {
    id,
    object: 'batch',
    endpoint: endpoint === OPENAI_BATCH_ENDPOINT ? CHAT : endpoint,
    errors: problems.length === 0 ? null : { object: 'list', data: problems },
    input_file_id: row.input_file_id,
    completion_window: '24h',
    status: isFinalizing ? 'finalizing' : STATUSES[status],
    output_file_id: row.output_file_id,
    error_file_id: null,
    ...timesOf(row),
    request_counts: { total, completed: succeeded, failed: errored + canceled + expired },
    metadata: row.metadata,
    usage: {
      input_tokens: row.input_tokens,
      input_tokens_details: { cached_tokens: row.cached_input_tokens },
      output_tokens: row.output_tokens,
      output_tokens_details: { reasoning_tokens: row.reasoning_tokens },
      total_tokens: row.input_tokens + row.output_tokens,
    },
  };
}

function timesOf({
  status,
  created_at,
  in_progress_at,
  expires_at,
  cancel_requested_at,
  ended_at,
}: BatchRow) {
  const endedAs = (ending: BatchStatus) => (status === ending ? toUnixSeconds(ended_at) : null);
  return {
    created_at: toUnixSeconds(created_at),
    in_progress_at: toUnixSeconds(in_progress_at),
    expires_at: toUnixSeconds(expires_at),
    finalizing_at: null,
    completed_at: endedAs('completed'),
    failed_at: endedAs('failed'),
    expired_at: endedAs('expired'),
    cancelling_at: toUnixSeconds(cancel_requested_at),
    cancelled_at: endedAs('canceled'),
  };
}

function toUnixSeconds(ms: number | null): number | null {
  return ms === null ? null : Math.floor(ms / 1000);
}
