import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { AnyRequestRecord } from '@svc/contract';
import { anyRequestOptions } from '../../api/operator-requests.ts';
import { operatorStrings } from '../../strings/operator.ts';
import { BackLink } from '../../ui/back-link.tsx';
import { CopyText } from '../../ui/copy-button.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Card } from '../../ui/page.tsx';
import { Usd } from '../../ui/text/usd.tsx';
import { Moment } from '../../ui/text/time.tsx';
import { ReceiptCard } from '../../resources/requests/receipt-card.tsx';
import { RequestFrame } from '../../resources/requests/request-frame.tsx';
import { TimelineCard } from '../../resources/requests/timeline-card.tsx';
import { operatorRequestRoute } from './operator-requests-route.ts';

const { requests: words } = operatorStrings;

export function OperatorRequestPage() {
  const { requestId } = operatorRequestRoute.useParams();
  return (
    <RequestFrame
      requestId={requestId}
      query={useQuery(anyRequestOptions(requestId))}
      words={words}
      back={<BackLink to="/operator/requests">{words.back}</BackLink>}
    >
      {(record) => <Found record={record} />}
    </RequestFrame>
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
          [facts.engineCost]:
            record.engine_cost_usd === null ? undefined : <Usd amount={record.engine_cost_usd} />,
          [facts.started]: <Moment at={record.created_at} />,
        }}
      />
    </Card>
  );
}
