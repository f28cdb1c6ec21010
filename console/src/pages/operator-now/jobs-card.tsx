import { useQuery } from '@tanstack/react-query';
import type { Queues } from '@svc/contract';
import { queuesOptions } from '../../api/operator-queues.ts';
import { operatorNowStrings } from '../../strings/operator-now.ts';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { SkeletonLines } from '../../ui/skeleton.tsx';
import { Ago } from '../../ui/text/time.tsx';
import { wholeList } from '../../ui/whole-list.ts';
import { CountText } from '../../ui/text/count-text.tsx';

const { jobs: words } = operatorNowStrings;

type Job = Queues['jobs'][number];

const COLUMNS: readonly Column<Job>[] = [
  { header: words.columns.kind, cell: ({ kind }) => <span className="block truncate">{kind}</span> },
  count(words.columns.waiting, ({ waiting }) => waiting),
  count(words.columns.failing, ({ failing }) => failing),
  count(words.columns.failed, ({ failed }) => failed),
  {
    header: words.columns.since,
    width: 'w-36',
    align: 'right',
    wide: true,
    cell: ({ waiting_since: at }) => (at === null ? words.onTime : <Ago at={at} />),
  },
];
const keyOf = ({ kind }: Job) => kind;

/** What waits in the background, of the whole deployment. */
export function JobsCard() {
  const { data, error, refetch } = useQuery(queuesOptions);
  return (
    <div className="flex flex-col gap-2">
      <h2 className="text-[15px] font-semibold">{words.title}</h2>
      <p className="text-[13px] text-quiet">{words.lead}</p>
      {data ? (
        <DataTable
          label={words.list}
          columns={COLUMNS}
          list={wholeList(data.jobs)}
          rowKey={keyOf}
          empty={<p className="text-quiet">{words.none}</p>}
        />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <SkeletonLines />
      )}
    </div>
  );
}

function count(header: string, read: (job: Job) => number): Column<Job> {
  return {
    header,
    width: 'w-24',
    align: 'right',
    wide: true,
    cell: (job) => <CountText count={read(job)} />,
  };
}
