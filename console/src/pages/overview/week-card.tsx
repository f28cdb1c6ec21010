import { useQuery } from '@tanstack/react-query';
import { weekOptions } from '../../api/overview.ts';
import { overviewStrings } from '../../strings/overview.ts';
import { FormError } from '../../ui/form/form-error.tsx';
import { formatCount, formatShort, formatUsd, formatCents } from '../../ui/text/format.ts';
import { Card } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Stat } from '../../ui/stat.tsx';

const { week: words } = overviewStrings;

export function WeekCard() {
  const { data, error } = useQuery(weekOptions);
  return (
    <Card title={words.title}>
      <FormError error={error} />
      {!data && !error && <Skeleton className="h-12" />}
      {data && (
        <dl className="grid grid-cols-2 gap-4 md:grid-cols-4">
          <CountStat label={words.requests} count={data.requests} />
          <CountStat label={words.input} count={data.inputTokens} />
          <CountStat label={words.output} count={data.outputTokens} />
          <Stat
            label={words.spend}
            value={formatCents(data.cost)}
            exact={words.exact(formatUsd(data.cost))}
          />
        </dl>
      )}
    </Card>
  );
}

function CountStat({ label, count }: { readonly label: string; readonly count: number }) {
  return <Stat label={label} value={formatShort(count)} exact={words.exact(formatCount(count))} />;
}
