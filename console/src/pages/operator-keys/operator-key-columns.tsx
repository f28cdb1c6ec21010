import type { OperatorKey } from '@svc/contract';
import { Ban } from 'lucide-react';
import { operatorStrings } from '../../strings/operator.ts';
import { IconButton } from '../../ui/button.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { Ago } from '../../ui/text/time.tsx';

const { keys: words, roles } = operatorStrings;
const { columns: heads } = words;

/** `onRevoke` is absent for who may not. */
export function operatorKeyColumns(
  onRevoke: ((key: OperatorKey) => void) | undefined,
): readonly Column<OperatorKey>[] {
  const columns: readonly Column<OperatorKey>[] = [
    { header: heads.name, cell: ({ name }) => <span className="font-medium">{name}</span> },
    {
      header: heads.secret,
      width: 'w-44',
      wide: true,
      cell: ({ prefix }) => <code className="font-mono text-[13px] text-quiet">{prefix}…</code>,
    },
    { header: heads.role, width: 'w-28', cell: ({ role }) => roles[role] },
    {
      header: heads.lastUsed,
      width: 'w-36',
      wide: true,
      cell: ({ last_used_at: at }) => (
        <span className="text-quiet">{at === null ? words.never : <Ago at={at} />}</span>
      ),
    },
  ];
  if (!onRevoke) return columns;
  return [
    ...columns,
    {
      header: heads.actions,
      hiddenHeader: true,
      width: 'w-16 md:w-20',
      align: 'right',
      cell: (key) => (
        <IconButton label={words.revokeNamed(key.name)} icon={Ban} onClick={() => onRevoke(key)} />
      ),
    },
  ];
}
