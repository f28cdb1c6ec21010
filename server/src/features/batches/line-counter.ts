import type { Metrics } from '#kit';
import type { CountLines } from './batch-transitions.ts';

/** Counts what becomes of lines of batches. */
export function lineCounter(metrics: Metrics): CountLines {
  const count = metrics.counter('svc_batch_lines_total', 'Lines of batches by outcome', ['outcome']);
  return (outcome, lines) => count(lines, outcome);
}
