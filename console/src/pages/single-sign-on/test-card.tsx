import { useQuery } from '@tanstack/react-query';
import type { SsoConnection, SsoTestReport } from '@svc/contract';
import { ssoTestOptions } from '../../api/single-sign-on.ts';
import { singleSignOnStrings } from '../../strings/single-sign-on.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Card } from '../../ui/page.tsx';
import { SkeletonLines } from '../../ui/skeleton.tsx';
import { Moment } from '../../ui/text/time.tsx';
import { AttributesTable } from './attributes-table.tsx';
import { OutcomeFacts } from './outcome-facts.tsx';

const { test: words, reasons } = singleSignOnStrings;

/** What the last test received and found, and what to change. */
export function TestCard({ connection: { id } }: { readonly connection: SsoConnection }) {
  const { data, error, refetch } = useQuery(ssoTestOptions(id));
  return (
    <Card title={words.title} lead={words.lead} docs="ssoFailures">
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!error && !data && <SkeletonLines />}
      {data && (data.report ? <Report report={data.report} /> : <p className="text-quiet">{words.none}</p>)}
    </Card>
  );
}

function Report({ report }: { readonly report: SsoTestReport }) {
  const { reason, person, outcome } = report;
  const refused = outcome?.reason ?? null;
  return (
    <div className="flex flex-col gap-5">
      {!report.is_current && <Notice tone="warn">{words.outdated}</Notice>}
      <Notice tone={reason === null ? 'good' : 'danger'}>
        <p className="font-medium">{words.outcomes[report.result]}</p>
        {reason !== null && <Reason reason={reason} />}
      </Notice>
      <Facts facts={{ [words.at]: <Moment at={report.at} />, ...seenFacts(report) }} />
      {person && outcome && (
        <section className="flex flex-col gap-3">
          <h3 className="font-medium">{words.who}</h3>
          {refused !== null && (
            <Notice tone="warn">
              <Reason reason={refused} />
            </Notice>
          )}
          <OutcomeFacts email={person.email} groups={person.groups} outcome={outcome} />
        </section>
      )}
      <AttributesTable report={report} />
    </div>
  );
}

function Reason({ reason }: { readonly reason: NonNullable<SsoTestReport['reason']> }) {
  const { title, fix } = reasons[reason];
  return (
    <>
      <p>{title}.</p>
      <p className="mt-1">{fix}</p>
    </>
  );
}

/** What the check that failed compared, and what the provider said. */
function seenFacts({ expected, received, provider_error: said }: SsoTestReport) {
  const code = (text: string | null) =>
    text === null ? undefined : <code className="font-mono text-[13px] break-all">{text}</code>;
  return {
    [words.expected]: code(expected),
    [words.received]: code(received),
    [words.said]: said ? [said.code, said.description].filter((part) => part !== null).join(': ') : undefined,
  };
}
