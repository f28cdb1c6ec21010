import type { UsageRecord } from './usage-record.ts';

export function testUsageRecord(requestId: string, changes: Partial<UsageRecord> = {}): UsageRecord {
  return {
    request_id: requestId,
    organization_id: 'org_1',
    workspace_id: 'ws_1',
    key_id: 'key_1',
    user_id: null,
    endpoint: 'chat_completions',
    model: 'svc-large',
    input_tokens: 12,
    cached_input_tokens: 3,
    output_tokens: 40,
    reasoning_tokens: 5,
    billing_source: 'api_credit',
    price: { input: '3.00', output: '15.00' },
    cost_nanos: 636_000,
    plan_milli: 0,
    plan_windows: null,
    node_id: 'node_1',
    estimated: false,
    outcome: 'completed',
    metadata: { note: 'line\nbreak' },
    created_at: '2026-11-20T21:14:02.123Z',
    ...changes,
  };
}
