import { useQuery } from '@tanstack/react-query';
import type { RequestRecord } from '@svc/contract';
import { requestOptions } from '../../api/requests.ts';
import { requestStrings as words } from '../../strings/requests.ts';
import { uiStrings } from '../../strings/ui.ts';
import { BackLink } from '../../ui/back-link.tsx';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { formatCount } from '../../ui/text/format.ts';
import { FailureNotice } from './failure-notice.tsx';
import { ReceiptCard } from '../../resources/requests/receipt-card.tsx';
import { RecordCard } from './record-card.tsx';
import { RequestFrame } from '../../resources/requests/request-frame.tsx';
import { requestRoute } from './requests-route.ts';
import { TimelineCard } from '../../resources/requests/timeline-card.tsx';

export function RequestPage() {
  const { requestId } = requestRoute.useParams();
  const query = useQuery(requestOptions(requestId));
  const again = (
    <Button busy={query.isFetching} onClick={() => void query.refetch()}>
      {uiStrings.retry}
    </Button>
  );
  return (
    <RequestFrame
      requestId={requestId}
      query={query}
      words={words}
      again={again}
      back={<BackLink to="/requests">{words.back}</BackLink>}
    >
      {(record) => <Found record={record} />}
    </RequestFrame>
  );
}

function Found({ record }: { readonly record: RequestRecord }) {
  return (
    <>
      {record.unlisted_calls > 0 && (
        <Notice tone="warn">{words.unlistedNote(formatCount(record.unlisted_calls))}</Notice>
      )}
      <FailureNotice record={record} />
      <TimelineCard record={record} />
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
        <RecordCard record={record} />
        <ReceiptCard record={record} />
      </div>
    </>
  );
}
