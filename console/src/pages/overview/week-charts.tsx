import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { weekOptions, type DailyAmounts, type Week } from '../../api/overview.ts';
import { overviewStrings } from '../../strings/overview.ts';
import { FormError } from '../../ui/form/form-error.tsx';
import { Chart } from '../../ui/chart/chart.tsx';
import type { ChartUnit } from '../../ui/chart/chart-data.ts';
import { counts, dollars } from '../../ui/chart/chart-unit.ts';
import { dayBucket } from '../../ui/chart/day-bucket.ts';
import { linkClass } from '../../ui/link-class.ts';
import { Card } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

const { week: words } = overviewStrings;

/** Cost and requests of the last seven days, a chart of each. */
export function WeekCharts() {
  const { data: week, error } = useQuery(weekOptions);
  if (!week) return error ? <FormError error={error} /> : <Skeleton className="h-96" />;
  if (!week.hasCalls)
    return (
      <Card title={words.title}>
        <p className="text-quiet">{words.none}</p>
      </Card>
    );
  return (
    <div className="grid grid-cols-1 gap-6 lg:grid-cols-2">
      <WeekChart week={week} measure="cost" amounts={week.cost} unit={dollars} />
      <WeekChart week={week} measure="requests" amounts={week.requests} unit={counts} />
    </div>
  );
}

interface WeekChartProps {
  readonly week: Week;
  readonly measure: 'cost' | 'requests';
  readonly amounts: DailyAmounts;
  readonly unit: ChartUnit;
}

function WeekChart({ week: { daysMs }, measure, amounts: daily, unit }: WeekChartProps) {
  const buckets = useMemo(() => daysMs.map(dayBucket), [daysMs]);
  const series = useMemo(() => [{ id: measure, label: words.measures[measure], ...daily }], [measure, daily]);
  return (
    <Card>
      <Chart
        title={words.charts[measure]}
        buckets={buckets}
        series={series}
        unit={unit}
        comparedWith={words.before}
        nothing={words.nothing[measure]}
      />
      <p className="mt-3 text-right">
        <Link to="/usage" search={{ show: measure }} className={linkClass}>
          {words.more[measure]}
        </Link>
      </p>
    </Card>
  );
}
