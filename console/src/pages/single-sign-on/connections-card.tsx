import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { SsoConnection } from '@svc/contract';
import { KeyRound, Plus } from 'lucide-react';
import { useState } from 'react';
import { domainsOptions, ssoConnectionsOptions } from '../../api/single-sign-on.ts';
import { singleSignOnStrings } from '../../strings/single-sign-on.ts';
import { Button } from '../../ui/button.tsx';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Card } from '../../ui/page.tsx';
import { Ago } from '../../ui/text/time.tsx';
import { wholeList } from '../../ui/whole-list.ts';
import { ConnectionStatus } from './connection-status.tsx';
import { ConnectDialog } from './connect-dialog.tsx';

const { connections: words } = singleSignOnStrings;
const { columns: heads } = words;

const COLUMNS: readonly Column<SsoConnection>[] = [
  {
    header: heads.name,
    cell: ({ id, name }) => (
      <Link
        to="/single-sign-on/$connectionId"
        params={{ connectionId: id }}
        className="row-target rounded font-medium"
      >
        {name}
      </Link>
    ),
  },
  { header: heads.status, width: 'w-28', cell: ({ status }) => <ConnectionStatus status={status} /> },
  { header: heads.domains, width: 'w-64', wide: true, cell: ({ domains }) => domains.join(', ') },
  {
    header: heads.used,
    width: 'w-36',
    wide: true,
    cell: ({ last_used_at: at }) =>
      at === null ? <span className="text-quiet">{words.never}</span> : <Ago at={at} />,
  },
];

export function ConnectionsCard() {
  const { data: connections } = useSuspenseQuery(ssoConnectionsOptions);
  const { data: domains } = useSuspenseQuery(domainsOptions);
  const [isConnecting, setConnecting] = useState(false);
  const hasDomain = domains.length > 0;
  const connect = hasDomain && (
    <Button look="primary" icon={Plus} onClick={() => setConnecting(true)}>
      {words.create}
    </Button>
  );
  return (
    <Card
      title={words.title}
      lead={words.lead}
      docs="ssoConnections"
      actions={connections.length > 0 && connect}
    >
      <DataTable
        label={words.list}
        columns={COLUMNS}
        list={wholeList(connections)}
        rowKey={({ id }) => id}
        empty={
          <EmptyState icon={KeyRound} title={words.empty.title} action={connect}>
            {words.empty.text} {!hasDomain && words.needsDomain}
          </EmptyState>
        }
      />
      {isConnecting && <ConnectDialog onClose={() => setConnecting(false)} />}
    </Card>
  );
}
