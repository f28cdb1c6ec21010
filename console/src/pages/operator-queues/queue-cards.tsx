import type { Queues } from '@svc/contract';
import { operatorQueueStrings as words } from '../../strings/operator-queues.ts';
import { Facts } from '../../ui/facts.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Card } from '../../ui/page.tsx';
import { Ago } from '../../ui/text/time.tsx';
import { CountText } from '../../ui/text/count-text.tsx';

interface QueueRow {
  readonly name: string;
  readonly waiting: number;
  readonly failing: number;
  readonly failed: number;
  readonly waiting_since: string | null;
}

const { counts } = words;
const NUMBERS = ['waiting', 'failing', 'failed'] as const;

export function QueueCards({ queues }: { readonly queues: Queues }) {
  const { jobs, mails, webhook_deliveries: deliveries, batches, tunnels } = queues;
  const rows: readonly QueueRow[] = [
    { name: words.queues.mails, ...mails },
    { name: words.queues.webhook_deliveries, ...deliveries },
    ...jobs.map((job) => ({ ...job, name: counts.job(job.kind) })),
  ];
  return (
    <>
      {!mails.has_mail_server && mails.waiting > 0 && <Notice tone="warn">{counts.noMailServer}</Notice>}
      <Card title={counts.title}>
        <CountsTable rows={rows} />
      </Card>
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
        <Card title={words.batches.title}>
          {batches.length === 0 ? (
            <p className="text-quiet">{words.batches.none}</p>
          ) : (
            <Facts
              facts={Object.fromEntries(
                batches.map(({ status, count }) => [
                  words.batches.statuses[status],
                  <CountText key={status} count={count} />,
                ]),
              )}
            />
          )}
        </Card>
        <Card title={words.tunnels.title}>
          <Facts
            facts={{
              [words.tunnels.connected]: <CountText count={tunnels.connected} />,
              [words.tunnels.total]: <CountText count={tunnels.total} />,
            }}
          />
        </Card>
      </div>
    </>
  );
}

function CountsTable({ rows }: { readonly rows: readonly QueueRow[] }) {
  const { queue, since, ...numbers } = counts.columns;
  return (
    <table className="w-full text-left" aria-label={counts.title}>
      <thead>
        <tr className="text-xs text-quiet">
          <th scope="col" className="py-1.5 pr-3 font-medium">
            {queue}
          </th>
          {NUMBERS.map((name) => (
            <th key={name} scope="col" className="py-1.5 pl-3 text-right font-medium">
              {numbers[name]}
            </th>
          ))}
          <th scope="col" className="py-1.5 pl-6 font-medium max-md:hidden">
            {since}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.name} className="border-t border-line">
            <th scope="row" className="py-1.5 pr-3 font-normal [overflow-wrap:anywhere]">
              {row.name}
            </th>
            {NUMBERS.map((name) => (
              <td key={name} className="py-1.5 pl-3 text-right tabular-nums">
                <CountText count={row[name]} isTrouble={name !== 'waiting'} />
              </td>
            ))}
            <td className="py-1.5 pl-6 text-quiet max-md:hidden">
              {row.waiting_since === null ? counts.nothingWaits : <Ago at={row.waiting_since} />}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
