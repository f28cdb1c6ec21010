import type { Node } from '../../schemas/operator/node.ts';
import type { Traffic } from '../../schemas/operator/traffic.ts';
import { NODE_ID } from './ids.ts';

const total = {
  requests: 5940,
  errors: 12,
  input_tokens: 2_970_000,
  output_tokens: 1_188_000,
  cached_input_tokens: 2_376_000,
  cache_write_tokens: 148_500,
  cache_saved_usd: '6.30',
  first_output: { p50_ms: 232, p95_ms: 832, p99_ms: 1437 },
  duration: { p50_ms: 1725, p95_ms: 5150, p99_ms: 8899 },
};

export const traffic: Traffic = {
  type: 'traffic',
  span: '1h',
  group_by: 'model',
  starting_at: '2026-11-20T15:42:00Z',
  ending_at: '2026-11-20T16:41:30Z',
  point_seconds: 60,
  points: [{ starting_at: '2026-11-20T16:41:00Z', ...total }],
  series: [
    {
      group: 'Svc Standard',
      is_other: false,
      requests: [5940],
      errors: [12],
      tokens: [4_158_000],
      total,
    },
  ],
  total,
  current: {
    requests_per_second: 99,
    errors_per_second: 0.2,
    input_tokens_per_second: 49_500,
    output_tokens_per_second: 19_800,
  },
};

export const node: Node = {
  id: NODE_ID,
  type: 'node',
  state: 'degraded',
  problems: ['counters'],
  version: '0.1.0',
  configuration: '3f9a1c20b7de4815',
  started_at: '2026-11-20T09:00:00Z',
  reported_at: '2026-11-20T16:41:24Z',
  engines: [{ name: 'main', slots: 512, slots_in_use: 37, slots_in_background: 4, failing_models: [] }],
  backlog_bytes: { usage: 1843, calls: 0, audit: 0 },
  disk: { free_bytes: 81_604_378_624, total_bytes: 107_374_182_400 },
  shared_counters: 'away',
};
