import type { AdminKey } from '@svc/contract';
import { adminKeyStrings as words } from '../../strings/admin-keys.ts';
import type { Column } from '../../ui/data-table.tsx';
import { Ago } from '../../ui/text/time.tsx';
import { KeyStatus } from '../../resources/keys/key-status.tsx';
import { AdminKeyMenu, type AdminKeyActions } from './admin-key-menu.tsx';

const { columns: heads } = words;

export function adminKeyColumns(actions: AdminKeyActions): readonly Column<AdminKey>[] {
  return [
    { header: heads.name, cell: (key) => <span className="font-medium">{key.name}</span> },
    {
      header: heads.secret,
      width: 'w-44',
      wide: true,
      cell: (key) => <code className="font-mono text-[13px] text-quiet">{key.prefix}…</code>,
    },
    {
      header: heads.status,
      width: 'w-28',
      cell: ({ status }) => <KeyStatus status={status} />,
    },
    {
      header: heads.lastUsed,
      width: 'w-36',
      wide: true,
      cell: (key) =>
        key.last_used_at === null ? (
          <span className="text-quiet">{words.never}</span>
        ) : (
          <Ago at={key.last_used_at} />
        ),
    },
    {
      header: heads.creator,
      width: 'w-52',
      wide: true,
      cell: (key) => <span className="text-quiet">{key.created_by.email}</span>,
    },
    {
      header: heads.actions,
      hiddenHeader: true,
      width: 'w-16 md:w-20',
      align: 'right',
      cell: (key) => <AdminKeyMenu adminKey={key} {...actions} />,
    },
  ];
}
