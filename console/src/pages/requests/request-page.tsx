import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { RequestRecord } from '@svc/contract';
import { ArrowLeft, SearchX } from 'lucide-react';
import { hasCode } from '../../api/failure.ts';
import { requestOptions } from '../../api/requests.ts';
import { requestStrings as words } from '../../strings/requests.ts';
import { uiStrings } from '../../strings/ui.ts';
import { Button } from '../../ui/button.tsx';
import { CopyText } from '../../ui/copy-button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Page } from '../../ui/page.tsx';
import { SkeletonLines } from '../../ui/skeleton.tsx';
import { formatCount } from '../../ui/text/format.ts';
import { ReceiptCard } from './receipt-card.tsx';
import { RecordCard } from './record-card.tsx';
import { RequestStatus } from './request-status.tsx';
import { requestRoute } from './requests-route.ts';
import { TimelineCard } from './timeline-card.tsx';

export function RequestPage() {
  const { requestId } = requestRoute.useParams();
  const { data: record, error, refetch, isFetching } = useQuery(requestOptions(requestId));
  const again = (
    <Button busy={isFetching} onClick={() => void refetch()}>
      {uiStrings.retry}
    </Button>
  );
  return (
    <Page
      title={words.one}
      lead={
        <span className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
          <CopyText text={requestId} what={words.id} />
          {record && <RequestStatus {...record} />}
        </span>
      }
      actions={<BackLink />}
    >
      {record ? (
        <Found record={record} />
      ) : hasCode(error, 'request_not_found') ? (
        <EmptyState icon={SearchX} title={words.missing.title} action={again}>
          {words.missing.text}
        </EmptyState>
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <SkeletonLines />
      )}
    </Page>
  );
}

function Found({ record }: { readonly record: RequestRecord }) {
  return (
    <>
      {record.unlisted_calls > 0 && (
        <Notice tone="warn">{words.unlistedNote(formatCount(record.unlisted_calls))}</Notice>
      )}
      <TimelineCard record={record} />
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
        <RecordCard record={record} />
        <ReceiptCard record={record} />
      </div>
    </>
  );
}

function BackLink() {
  return (
    <Link
      to="/requests"
      className="inline-flex items-center gap-1.5 rounded py-1.5 text-quiet hover:text-ink"
    >
      <ArrowLeft aria-hidden size={16} />
      {words.back}
    </Link>
  );
}
