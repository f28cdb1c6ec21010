import { countByClass } from './latency-classes.ts';
import { RESOLUTIONS } from './resolutions.ts';
import type { TrafficSum } from './store/add-traffic.ts';
import type { Increment } from './store/increments.ts';
import { sumAmounts, type TrafficAmounts } from './traffic-amounts.ts';

/** How calls end that nobody has to look into. */
const FINE = new Set(['completed', 'client_closed']);

/** What increments add to the points of each resolution, by model, engine, node, code and route. */
export function foldIncrements(increments: readonly Increment[]): readonly TrafficSum[] {
  const sums = new Map<string, TrafficSum>();
  for (const increment of increments) {
    const amounts = amountsOf(increment);
    for (const { pointMs } of RESOLUTIONS)
      for (const [split, name] of groupsOf(increment)) {
        const startsAtMs = Math.floor(increment.starts_at / pointMs) * pointMs;
        const key = `${pointMs} ${startsAtMs} ${split} ${name}`;
        const sum = sums.get(key);
        const row = { resolution_s: pointMs / 1000, split_by: split, startsAtMs, name };
        sums.set(key, { ...row, ...(sum ? sumAmounts([sum, amounts]) : amounts) });
      }
  }
  return [...sums.values()];
}

function groupsOf({ model, engine, node_id: nodeId, code }: Increment) {
  return [
    ['model', model],
    ['engine', engine],
    ['node', nodeId],
    ['code', code],
    // Names of engines have no colon.
    ['route', engine === '' ? '' : `${engine}: ${model}`],
  ] as const;
}

function amountsOf(increment: Increment): TrafficAmounts {
  const { requests, input_tokens, output_tokens, code } = increment;
  const { cached_input_tokens, cache_write_tokens, cache_saved_nanos } = increment;
  return {
    requests,
    errors: FINE.has(code) ? 0 : requests,
    input_tokens,
    output_tokens,
    cached_input_tokens,
    cache_write_tokens,
    cache_saved_nanos,
    first_output: countByClass(increment.first_output_ms),
    duration: countByClass(increment.duration_ms),
  };
}
