import { useQuery } from '@tanstack/react-query';
import type { Tunnel, TunnelSetup } from '@svc/contract';
import { setupOptions } from '../../api/tunnels.ts';
import { tunnelStrings } from '../../strings/tunnels.ts';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { Card } from '../../ui/page.tsx';
import { Ago, Moment } from '../../ui/text/time.tsx';
import { wholeList } from '../../ui/whole-list.ts';

type Token = TunnelSetup['tokens'][number];

const { tokens: words } = tunnelStrings;
const { columns: heads } = words;

const COLUMNS: readonly Column<Token>[] = [
  { header: heads.token, cell: ({ expires_at: at }) => (at === null ? words.current : words.old) },
  { header: heads.created, width: 'w-36', wide: true, cell: ({ created_at: at }) => <Ago at={at} /> },
  {
    header: heads.until,
    width: 'w-48',
    wide: true,
    cell: ({ expires_at: at }) => (at === null ? words.replaced : <Moment at={at} />),
  },
  {
    header: heads.connectors,
    width: 'w-40',
    wide: true,
    align: 'right',
    cell: ({ active_connections: count }) => count,
  },
];

/** While more than one token works: which, until when, and whether connectors still use them. */
export function TokensCard({ tunnel }: { readonly tunnel: Tunnel }) {
  const { data: setup } = useQuery(setupOptions(tunnel));
  if (!setup || setup.tokens.length < 2) return null;
  return (
    <Card title={words.title} lead={words.lead} docs="tunnelTokens">
      <DataTable
        label={words.title}
        columns={COLUMNS}
        list={wholeList(setup.tokens)}
        rowKey={({ created_at: at, expires_at: end }) => `${at} ${end}`}
        empty={null}
      />
    </Card>
  );
}
