import type { InferenceHook } from '@svc/contract';
import { toTimestamp } from '#kit';
import type { HookCounts, HookRow } from './store.ts';

/** The hook as its owners see it. Nothing in it is secret. */
export function toHookObject(row: HookRow, counts: HookCounts): InferenceHook {
  return {
    type: 'inference_hook',
    url: row.url,
    mode: row.mode,
    on_failure: row.on_failure,
    timeout_ms: row.timeout_ms,
    events: row.events,
    workspace_ids: row.workspace_ids,
    headers: row.header_names,
    status: statusOf(row),
    failing_since: row.failing_since_at === null ? null : toTimestamp(row.failing_since_at),
    calls_1h: counts.calls,
    denied_1h: counts.denied,
    failed_1h: counts.failed,
    created_at: toTimestamp(row.created_at),
    updated_at: toTimestamp(row.updated_at),
  };
}

function statusOf({ mode, failing_since_at: failingSince }: HookRow): InferenceHook['status'] {
  if (mode === 'off') return 'off';
  return failingSince === null ? 'healthy' : 'failing';
}
