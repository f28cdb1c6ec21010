import { Link } from '@tanstack/react-router';
import type { ApiKey } from '@svc/contract';
import { useMe } from '../../api/session.ts';
import { keyStrings } from '../../strings/keys.ts';
import type { Column } from '../../ui/data-table.tsx';
import { Ago } from '../../ui/text/time.tsx';
import { KeyStatus } from './key-status.tsx';

const { columns: heads } = keyStrings;

export function useKeyColumns(): readonly Column<ApiKey>[] {
  const { workspaces } = useMe();
  const nameOf = (id: string) => workspaces.find((workspace) => workspace.id === id)?.name ?? id;
  return [
    { header: heads.name, cell: (key) => <KeyLink apiKey={key} /> },
    { header: heads.secret, width: 'w-44', wide: true, cell: (key) => <MaskedSecret apiKey={key} /> },
    { header: heads.workspace, width: 'w-32', wide: true, cell: (key) => nameOf(key.workspace_id) },
    { header: heads.status, width: 'w-28', cell: (key) => <KeyStatus status={key.status} /> },
    {
      header: heads.lastUsed,
      width: 'w-36',
      wide: true,
      cell: (key) =>
        key.last_used_at === null ? (
          <span className="text-quiet">{keyStrings.never}</span>
        ) : (
          <Ago at={key.last_used_at} />
        ),
    },
    {
      header: heads.creator,
      width: 'w-40',
      wide: true,
      cell: (key) => <span className="text-quiet">{key.created_by.email}</span>,
    },
  ];
}

function KeyLink({ apiKey }: { readonly apiKey: ApiKey }) {
  return (
    <Link
      to="/keys/$keyId"
      params={{ keyId: apiKey.id }}
      title={apiKey.name}
      className="rounded font-medium underline-offset-4 hover:underline"
    >
      {apiKey.name}
    </Link>
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
