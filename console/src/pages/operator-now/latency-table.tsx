import { useMemo } from 'react';
import type { Traffic } from '@svc/contract';
import { operatorNowStrings as words } from '../../strings/operator-now.ts';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { formatCount, formatDuration, formatShare, formatShort, formatUsd } from '../../ui/text/format.ts';
import { wholeList } from '../../ui/whole-list.ts';
import { groupName } from './traffic-series.ts';

const { columns, title, hint } = words.latencies;

type Series = Traffic['series'][number];
type Latency = Series['total']['duration'];

const AMOUNTS: readonly Column<Series>[] = [
  amount(columns.requests, 'w-28', ({ total }) => formatCount(total.requests)),
  amount(columns.errors, 'w-24', ({ total }) => formatCount(total.errors)),
  { ...amount(columns.first, 'w-56', ({ total }) => formatLatency(total.first_output)), wide: true },
  { ...amount(columns.whole, 'w-56', ({ total }) => formatLatency(total.duration)), wide: true },
  { ...amount(columns.cache, 'w-64', ({ total }) => cacheOf(total)), wide: true },
];
const keyOf = ({ group, is_other: isOther }: Series) => `${isOther} ${group}`;

function groupColumn(split: Traffic['group_by']): Column<Series> {
  return {
    header: columns.group,
    cell: (one) => (
      <span title={one.group ?? undefined} className="font-medium break-words whitespace-normal">
        {groupName(split, one)}
      </span>
    ),
  };
}

/** What each model, engine, node or outcome took, over the whole time. */
export function LatencyTable({ traffic: { series, group_by: split } }: { readonly traffic: Traffic }) {
  const named = useMemo((): readonly Column<Series>[] => [groupColumn(split), ...AMOUNTS], [split]);
  const name = title(words.by[split]);
  return (
    <div className="flex flex-col gap-2">
      <h2 className="text-[15px] font-semibold">{name}</h2>
      <p className="text-[13px] text-quiet">{hint}</p>
      <DataTable label={name} columns={named} list={wholeList(series)} rowKey={keyOf} empty={null} />
    </div>
  );
}

function formatLatency(latency: Latency): string {
  if (!latency) return words.figures.none;
  return [latency.p50_ms, latency.p95_ms, latency.p99_ms].map(formatDuration).join(' · ');
}

function cacheOf(total: Series['total']): string {
  const { input_tokens: input, cached_input_tokens: read, cache_write_tokens: written } = total;
  if (read === 0 && written === 0) return words.figures.none;
  const saved = formatUsd(total.cache_saved_usd);
  return words.latencies.cache(formatShare(read / input), formatShort(written), saved);
}

function amount(header: string, width: string, text: (one: Series) => string): Column<Series> {
  return {
    header,
    width,
    align: 'right',
    cell: (one) => <span className="tabular-nums">{text(one)}</span>,
  };
}
