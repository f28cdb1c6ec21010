import { useQuery } from '@tanstack/react-query';
import type { RateLimits } from '@svc/contract';
import { rateLimitsOptions } from '../../api/limits.ts';
import { limitStrings } from '../../strings/limits.ts';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Facts } from '../../ui/facts.tsx';
import { formatCount, formatCents } from '../../ui/text/format.ts';
import { Card } from '../../ui/page.tsx';
import { SkeletonLines } from '../../ui/skeleton.tsx';
import { Moment } from '../../ui/text/time.tsx';
import { wholeList } from '../../ui/whole-list.ts';

const { tier: tierWords, rates: words } = limitStrings;
type ModelLimits = RateLimits['data'][number];

const COLUMNS: readonly Column<ModelLimits>[] = [
  { header: words.model, cell: ({ model }) => <span className="font-medium">{model}</span> },
  { header: words.requests, align: 'right', cell: (limits) => formatCount(limits.requests_per_minute) },
  {
    header: words.input,
    align: 'right',
    wide: true,
    cell: (limits) => formatCount(limits.input_tokens_per_minute),
  },
  {
    header: words.output,
    align: 'right',
    wide: true,
    cell: (limits) => formatCount(limits.output_tokens_per_minute),
  },
];

export function RatesTab() {
  const { data: limits, error, refetch } = useQuery(rateLimitsOptions);
  if (error && !limits) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!limits) return <SkeletonLines />;
  const others = limits.other_limits.map(({ group, requests_per_minute: count }) => [
    words.groups[group],
    words.aMinute(formatCount(count)),
  ]);
  return (
    <div className="flex flex-col gap-6">
      <Tier limits={limits} />
      <section className="flex flex-col gap-3">
        <div>
          <h2 className="text-[15px] font-semibold">{words.title}</h2>
          <p className="text-[13px] text-quiet">{words.lead}</p>
        </div>
        <DataTable
          label={words.table}
          columns={COLUMNS}
          list={wholeList(limits.data)}
          rowKey={({ model }) => model}
          empty={null}
        />
      </section>
      <Card title={words.others}>
        <Facts facts={Object.fromEntries(others)} />
      </Card>
    </div>
  );
}

function Tier({ limits: { tier, next_tier: next } }: { readonly limits: RateLimits }) {
  return (
    <Card title={tierWords.title}>
      <p className="text-2xl font-semibold tracking-tight">{tierWords.names[tier]}</p>
      {next ? <NextTier next={next} /> : <p className="mt-1 text-quiet">{tierWords.top}</p>}
    </Card>
  );
}

function NextTier({ next }: { readonly next: NonNullable<RateLimits['next_tier']> }) {
  const { tier, paid_to_date_usd: paid, paid_to_date_required_usd: required, eligible_after: at } = next;
  return (
    <div className="mt-4">
      <Facts
        facts={{
          [tierWords.next]: tierWords.names[tier],
          [tierWords.paid]: tierWords.paidOf(formatCents(paid), formatCents(required)),
          [tierWords.after]: at === null ? tierWords.afterPayment : <Moment at={at} />,
        }}
      />
    </div>
  );
}
