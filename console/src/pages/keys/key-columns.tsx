import type { ApiKey } from '@svc/contract';
import { useMemo } from 'react';
import { useMe } from '../../api/session.ts';
import { keyStrings } from '../../strings/keys.ts';
import type { Column } from '../../ui/data-table.tsx';
import { RowLink } from '../../ui/row-link.tsx';
import { formatDateTime } from '../../ui/text/format-time.ts';
import { Ago } from '../../ui/text/time.tsx';
import { KeyStatus } from '../../resources/keys/key-status.tsx';

const { columns: heads } = keyStrings;

function keyColumns(workspaceName: (id: string) => string): readonly Column<ApiKey>[] {
  return [
    {
      header: heads.name,
      sort: { by: 'name', first: 'asc' },
      cell: (key) => <KeyLink apiKey={key} />,
    },
    { header: heads.secret, width: 'w-[10.5rem]', wide: true, cell: (key) => <MaskedSecret apiKey={key} /> },
    {
      header: heads.workspace,
      width: 'w-28 max-lg:hidden',
      wide: true,
      cell: (key) => workspaceName(key.workspace_id),
    },
    {
      header: heads.status,
      width: 'w-28 md:w-26',
      sort: { by: 'status', first: 'asc' },
      cell: (key) => <KeyStatus status={key.status} />,
    },
    {
      header: heads.lastUsed,
      width: 'w-34',
      wide: true,
      sort: { by: 'last_used_at', first: 'desc' },
      cell: ({ last_used_at: at }) =>
        at === null ? <span className="text-quiet">{keyStrings.never}</span> : <Ago at={at} />,
    },
    {
      header: heads.creator,
      width: 'w-34 max-xl:hidden min-[90rem]:w-44',
      wide: true,
      cell: (key) => <span className="text-quiet">{key.created_by.email}</span>,
    },
    {
      header: heads.created,
      width: 'w-34 max-xl:hidden',
      wide: true,
      sort: { by: 'created_at', first: 'desc' },
      cell: ({ created_at: at }) => <Ago at={at} />,
    },
  ];
}

export function useKeyColumns(): readonly Column<ApiKey>[] {
  const { workspaces } = useMe();
  // The same ones from render to render: rows that stay are not drawn again.
  return useMemo(() => {
    const names = new Map(workspaces.map(({ id, name }) => [id, name]));
    return keyColumns((id) => names.get(id) ?? id);
  }, [workspaces]);
}

/** Over all of the row: its title is what the row shows shortened. */
function KeyLink({ apiKey }: { readonly apiKey: ApiKey }) {
  const { name, created_by: creator, created_at: at } = apiKey;
  return (
    <RowLink
      list="/keys"
      id={apiKey.id}
      title={`${name} · ${creator.email} · ${formatDateTime(at)}`}
      className="row-target rounded font-medium"
    >
      {name}
    </RowLink>
  );
}

/** Enough to recognise a secret by. */
export function MaskedSecret({ apiKey }: { readonly apiKey: ApiKey }) {
  return (
    <code className="font-mono text-[13px] text-quiet">
      {apiKey.prefix}…{apiKey.hint}
    </code>
  );
}
