import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { AnyRequestRecord } from '@svc/contract';
import { ArrowLeft, SearchX } from 'lucide-react';
import { hasCode } from '../../api/failure.ts';
import { anyRequestOptions } from '../../api/operator.ts';
import { operatorStrings } from '../../strings/operator.ts';
import { CopyText } from '../../ui/copy-button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Card, Page } from '../../ui/page.tsx';
import { SkeletonLines } from '../../ui/skeleton.tsx';
import { Moment } from '../../ui/text/time.tsx';
import { ReceiptCard } from '../requests/receipt-card.tsx';
import { RequestStatus } from '../requests/request-status.tsx';
import { TimelineCard } from '../requests/timeline-card.tsx';
import { operatorRequestRoute } from './operator-requests-route.ts';

const { requests: words } = operatorStrings;

export function OperatorRequestPage() {
  const { requestId } = operatorRequestRoute.useParams();
  const { data: record, error, refetch } = useQuery(anyRequestOptions(requestId));
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
        <EmptyState icon={SearchX} title={words.missing.title}>
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

function Found({ record }: { readonly record: AnyRequestRecord }) {
  return (
    <>
      <TimelineCard record={record} />
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
        <RecordCard record={record} />
        <ReceiptCard record={record} />
      </div>
    </>
  );
}

function RecordCard({ record }: { readonly record: AnyRequestRecord }) {
  const { facts } = words;
  const copied = (text: string | null, what: string) =>
    text === null ? undefined : <CopyText text={text} what={what} />;
  return (
    <Card title={facts.title}>
      <Facts
        facts={{
          [facts.organization]: (
            <Link
              to="/operator/organizations/$organizationId"
              params={{ organizationId: record.organization_id }}
              className="rounded font-mono text-[13px] break-all text-accent underline underline-offset-4"
            >
              {record.organization_id}
            </Link>
          ),
          [facts.workspace]: copied(record.workspace_id, facts.workspace),
          [facts.key]: copied(record.api_key_id, facts.key),
          [facts.person]: copied(record.user_id, facts.person),
          [facts.status]: record.status ?? words.noStatus,
          [facts.error]: copied(record.error_code, facts.error),
          [facts.fault]: record.engine_fault ?? undefined,
          [facts.endpoint]: <code className="font-mono text-[13px] break-all">{record.endpoint}</code>,
          [facts.model]: record.model ?? undefined,
          [facts.started]: <Moment at={record.created_at} />,
        }}
      />
    </Card>
  );
}

function BackLink() {
  return (
    <Link
      to="/operator/requests"
      className="inline-flex items-center gap-1.5 rounded py-1.5 text-quiet hover:text-ink"
    >
      <ArrowLeft aria-hidden size={16} />
      {words.back}
    </Link>
  );
}
