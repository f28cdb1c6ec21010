import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ApiKey } from '@svc/contract';
import { useMemo } from 'react';
import { keyUsageOptions, type KeyUsage } from '../../api/key-usage.ts';
import { keyStrings } from '../../strings/keys.ts';
import { Chart } from '../../ui/chart/chart.tsx';
import { counts } from '../../ui/chart/chart-unit.ts';
import { dayBucket } from '../../ui/chart/day-bucket.ts';
import { FormError } from '../../ui/form/form-error.tsx';
import { linkClass } from '../../ui/link-class.ts';
import { Card } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Stat } from '../../ui/stat.tsx';
import { formatCents, formatUsd } from '../../ui/text/format.ts';
import { formatAgo, formatDateTime } from '../../ui/text/format-time.ts';

const { usage: words } = keyStrings;

/** What calls with this key cost, how many there were, and when the last one was. */
export function KeyUsageCard({ apiKey }: { readonly apiKey: ApiKey }) {
  const { data: usage, error } = useQuery(keyUsageOptions(apiKey.id));
  return (
    <Card
      title={words.title}
      actions={
        <Link to="/requests" search={{ key: apiKey.id }} className={linkClass}>
          {words.requests}
        </Link>
      }
    >
      <FormError error={error} />
      {!usage && !error && <Skeleton className="h-96" />}
      {usage && <Usage apiKey={apiKey} usage={usage} />}
    </Card>
  );
}

interface UsageProps {
  readonly apiKey: ApiKey;
  readonly usage: KeyUsage;
}

function Usage({
  apiKey: { last_used_at: at },
  usage: { daysMs, requests, cost, costThisMonth },
}: UsageProps) {
  const buckets = useMemo(() => daysMs.map(dayBucket), [daysMs]);
  const series = useMemo(() => [{ id: 'requests', label: words.series, amounts: requests }], [requests]);
  const isUsed = requests.some((amount) => amount !== '0');
  return (
    <div className="flex flex-col gap-5">
      <dl className="grid grid-cols-2 gap-4 md:grid-cols-3">
        <Stat
          label={words.costThisMonth}
          value={formatCents(costThisMonth)}
          exact={formatUsd(costThisMonth)}
        />
        <Stat label={words.cost} value={formatCents(cost)} exact={formatUsd(cost)} />
        {at === null ? (
          <Stat label={words.lastUsed} value={keyStrings.never} />
        ) : (
          <Stat label={words.lastUsed} value={formatAgo(at)} exact={formatDateTime(at)} />
        )}
      </dl>
      {isUsed ? (
        <Chart title={words.chart} buckets={buckets} series={series} unit={counts} />
      ) : (
        <p className="text-quiet">{words.none}</p>
      )}
    </div>
  );
}
