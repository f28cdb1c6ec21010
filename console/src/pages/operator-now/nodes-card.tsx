import { useQuery } from '@tanstack/react-query';
import type { Node } from '@svc/contract';
import { nodesOptions } from '../../api/operator-health.ts';
import { operatorNowStrings } from '../../strings/operator-now.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { SkeletonLines } from '../../ui/skeleton.tsx';
import { formatBytes, formatCount } from '../../ui/text/format.ts';
import { formatAgo } from '../../ui/text/format-time.ts';
import { TwoLines } from '../../ui/two-lines.tsx';
import { wholeList } from '../../ui/whole-list.ts';
import { nodeName } from './traffic-series.ts';

const { nodes: words } = operatorNowStrings;

const TONES: Readonly<Record<Node['state'], Tone>> = {
  ready: 'good',
  degraded: 'warn',
  unavailable: 'danger',
  lost: 'danger',
};

const COLUMNS: readonly Column<Node>[] = [
  {
    header: words.columns.node,
    cell: ({ id, version, started_at: startedAt }) => (
      <span title={id}>
        <TwoLines first={nodeName(id)} second={words.version(version, formatAgo(startedAt))} />
      </span>
    ),
  },
  {
    header: words.columns.state,
    width: 'w-32',
    cell: ({ state }) => <Badge tone={TONES[state]}>{words.states[state]}</Badge>,
  },
  text(words.columns.slots, 'w-32', slotsOf),
  text(words.columns.backlog, 'w-32', ({ backlog_bytes: { usage, calls, audit } }) =>
    formatBytes(usage + calls + audit),
  ),
  text(words.columns.disk, 'w-32', ({ disk }) => (disk ? formatBytes(disk.free_bytes) : words.noDisk)),
  text(words.columns.redis, 'w-28', ({ shared_counters: counters }) => words.counters[counters]),
  text(words.columns.configuration, 'w-32', ({ configuration }) => configuration.slice(0, 8)),
];
const keyOf = ({ id }: Node) => id;

/** Every node, as it last reported itself. */
export function NodesCard() {
  const { data, error, refetch } = useQuery(nodesOptions);
  return (
    <div className="flex flex-col gap-2">
      <h2 className="text-[15px] font-semibold">{words.title}</h2>
      {data ? (
        <DataTable
          label={words.list}
          columns={COLUMNS}
          list={wholeList(data.data)}
          rowKey={keyOf}
          empty={null}
        />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <SkeletonLines />
      )}
      {data?.has_more && <p className="text-[13px] text-quiet">{words.more}</p>}
    </div>
  );
}

function slotsOf({ engines }: Node): string {
  const sum = (read: (engine: Node['engines'][number]) => number) =>
    formatCount(engines.reduce((all, engine) => all + read(engine), 0));
  return words.slots(
    sum((engine) => engine.slots_in_use),
    sum(({ slots }) => slots),
  );
}

function text(header: string, width: string, read: (node: Node) => string): Column<Node> {
  return {
    header,
    width,
    wide: true,
    cell: (node) => <span className="tabular-nums">{read(node)}</span>,
  };
}
