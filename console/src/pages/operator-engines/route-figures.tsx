import { operatorEngineStrings } from '../../strings/operator-engines.ts';
import { formatCount, formatDuration, formatPercent } from '../../ui/text/format.ts';
import type { RouteTotals } from './totals-of-route.ts';

const { figures: words } = operatorEngineStrings;

/** How a route does: calls, the share of them that failed, and how soon they began to answer. */
export function RouteFigures({ totals }: { readonly totals: RouteTotals | undefined }) {
  if (!totals) return null;
  const { requests, errors, first_output: firstOutput } = totals;
  const parts =
    requests === 0
      ? [words.none]
      : [
          words.requests(formatCount(requests)),
          words.errors(formatPercent(errors / requests)),
          ...(firstOutput
            ? [words.firstOutput(formatDuration(firstOutput.p50_ms), formatDuration(firstOutput.p95_ms))]
            : []),
        ];
  return <span className="text-[13px] break-words text-quiet tabular-nums">{parts.join(' · ')}</span>;
}
