import { useQuery } from '@tanstack/react-query';
import type { Tunnel, TunnelConnection } from '@svc/contract';
import { Unplug } from 'lucide-react';
import { connectionOptions } from '../../api/tunnels.ts';
import { tunnelStrings } from '../../strings/tunnels.ts';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Card } from '../../ui/page.tsx';
import { SkeletonLines } from '../../ui/skeleton.tsx';
import { Ago } from '../../ui/text/time.tsx';
import { wholeList } from '../../ui/whole-list.ts';

const { connections: words } = tunnelStrings;
const { columns: heads } = words;

const COLUMNS: readonly Column<TunnelConnection>[] = [
  { header: heads.ip, cell: ({ remote_ip: ip }) => <code className="font-mono text-[13px]">{ip}</code> },
  { header: heads.version, width: 'w-28', wide: true, cell: ({ connector_version: version }) => version },
  { header: heads.connected, width: 'w-36', wide: true, cell: ({ connected_at: at }) => <Ago at={at} /> },
  { header: heads.seen, width: 'w-36', wide: true, cell: ({ last_seen_at: at }) => <Ago at={at} /> },
  {
    header: heads.calls,
    width: 'w-44',
    wide: true,
    align: 'right',
    cell: ({ requests_1h: requests, errors_1h: errors }) => words.calls(requests, errors),
  },
];

/** Loaded again and again. */
export function ConnectionsCard({ tunnel }: { readonly tunnel: Tunnel }) {
  const { data, error, refetch } = useQuery(connectionOptions(tunnel));
  const empty = (
    <EmptyState icon={Unplug} title={words.empty.title}>
      {words.empty.text}
    </EmptyState>
  );
  return (
    <Card title={words.title} lead={words.lead}>
      {data ? (
        <DataTable
          label={words.list}
          columns={COLUMNS}
          list={wholeList(data)}
          rowKey={({ connection_id: id }) => id}
          empty={empty}
        />
      ) : (
        <>{error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <SkeletonLines />}</>
      )}
    </Card>
  );
}
