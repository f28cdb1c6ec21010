import { useQuery } from '@tanstack/react-query';
import { SearchX } from 'lucide-react';
import { hasCode } from '../../api/failure.ts';
import { requestOptions } from '../../api/requests.ts';
import { requestStrings as words } from '../../strings/requests.ts';
import { uiStrings } from '../../strings/ui.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { SkeletonLines } from '../../ui/skeleton.tsx';
import { ReceiptCard } from './receipt-card.tsx';
import { RecordCard } from './record-card.tsx';
import { UsageCard } from './usage-card.tsx';

export function FoundRequest({ id }: { readonly id: string }) {
  const { data: record, error, refetch, isFetching } = useQuery(requestOptions(id));
  if (hasCode(error, 'request_not_found')) {
    const again = (
      <Button busy={isFetching} onClick={() => void refetch()}>
        {uiStrings.retry}
      </Button>
    );
    return (
      <EmptyState icon={SearchX} title={words.missing.title} action={again}>
        {words.missing.text}
      </EmptyState>
    );
  }
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!record) return <SkeletonLines />;
  return (
    <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
      <RecordCard record={record} />
      <div className="flex min-w-0 flex-col gap-6">
        <ReceiptCard record={record} />
        <UsageCard usage={record.usage} />
      </div>
    </div>
  );
}
