import { addCounts, countByClass } from './latency-classes.ts';
import { RESOLUTIONS } from './resolutions.ts';
import type { Increment } from './store/increments.ts';
import type { TrafficSum } from './store/add-traffic.ts';

/** What increments add to the points of each resolution. */
export function foldIncrements(increments: readonly Increment[]): readonly TrafficSum[] {
  const sums = new Map<string, TrafficSum>();
  for (const increment of increments) {
    const { model, engine, node_id: nodeId, code } = increment;
    const added = {
      requests: increment.requests,
      input_tokens: increment.input_tokens,
      output_tokens: increment.output_tokens,
      first_output: countByClass(increment.first_output_ms),
      duration: countByClass(increment.duration_ms),
    };
    for (const { pointMs } of RESOLUTIONS) {
      const startsAtMs = Math.floor(increment.starts_at / pointMs) * pointMs;
      const key = { resolution_s: pointMs / 1000, startsAtMs, model, engine, node_id: nodeId, code };
      const name = JSON.stringify(key);
      sums.set(name, { ...key, ...addTo(sums.get(name), added) });
    }
  }
  return [...sums.values()];
}

type Amounts = Pick<TrafficSum, 'requests' | 'input_tokens' | 'output_tokens' | 'first_output' | 'duration'>;

function addTo(sum: Amounts | undefined, added: Amounts): Amounts {
  if (!sum) return added;
  return {
    requests: sum.requests + added.requests,
    input_tokens: sum.input_tokens + added.input_tokens,
    output_tokens: sum.output_tokens + added.output_tokens,
    first_output: addCounts(sum.first_output, added.first_output),
    duration: addCounts(sum.duration, added.duration),
  };
}
