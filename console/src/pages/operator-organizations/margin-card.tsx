import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { organizationMarginOptions, type MarginTime } from '../../api/operator-margins.ts';
import { operatorMarginStrings as words } from '../../strings/operator-margins.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { Card } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { MarginFigures } from '../../resources/margins/margin-figures.tsx';
import { MarginTimeFields } from '../../resources/margins/margin-time-fields.tsx';
import { ModelMargins } from '../../resources/margins/model-margins.tsx';

/** What an organization used, and what is left of what it was charged. */
export function MarginCard({ organizationId }: { readonly organizationId: string }) {
  const [time, setTime] = useState<MarginTime>({ period: 'month', start: undefined });
  const {
    data: report,
    error,
    isPlaceholderData,
    refetch,
  } = useQuery(organizationMarginOptions(organizationId, time));
  return (
    <Card title={words.ofOrganization.title} lead={words.ofOrganization.lead}>
      <div className="flex flex-col gap-5">
        <div className="flex flex-wrap items-end gap-x-4 gap-y-3">
          <MarginTimeFields time={time} onChange={setTime} />
        </div>
        {report ? (
          <div className={isPlaceholderData ? 'flex flex-col gap-5 opacity-60' : 'flex flex-col gap-5'}>
            <MarginFigures report={report} />
            <ModelMargins report={report} />
          </div>
        ) : error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton className="h-40" />
        )}
      </div>
    </Card>
  );
}
