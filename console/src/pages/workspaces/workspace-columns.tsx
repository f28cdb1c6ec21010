import { Link } from '@tanstack/react-router';
import type { Workspace } from '@svc/contract';
import { workspaceStrings as words } from '../../strings/workspaces.ts';
import { Badge } from '../../ui/badge.tsx';
import { classNames } from '../../ui/class-names.ts';
import type { Column } from '../../ui/column.ts';
import { Ago } from '../../ui/text/time.tsx';
import { Usd } from '../../ui/text/usd.tsx';

const { columns: heads } = words;

export const WORKSPACE_COLUMNS: readonly Column<Workspace>[] = [
  {
    header: heads.name,
    sort: { by: 'name', first: 'asc' },
    cell: (workspace) => <WorkspaceLink {...workspace} className="row-target" />,
  },
  {
    header: heads.status,
    width: 'w-28',
    cell: ({ archived_at: at }) => (
      <Badge tone={at === null ? 'good' : 'neutral'}>{at === null ? words.active : words.archived}</Badge>
    ),
  },
  { header: heads.region, width: 'w-28', wide: true, cell: (workspace) => workspace.data_region },
  {
    header: heads.spend,
    width: 'w-44',
    wide: true,
    align: 'right',
    cell: ({ spend_limit_usd: limit }) =>
      limit === null ? <span className="text-quiet">{words.noLimit}</span> : <Usd amount={limit} />,
  },
  {
    header: heads.made,
    width: 'w-36',
    wide: true,
    sort: { by: 'created_at', first: 'desc' },
    cell: ({ created_at: at }) => <Ago at={at} />,
  },
];

interface WorkspaceLinkProps extends Pick<Workspace, 'id' | 'name' | 'is_default'> {
  readonly className?: string;
}

export function WorkspaceLink({ id, name, is_default: isDefault, className }: WorkspaceLinkProps) {
  return (
    <>
      <Link
        to="/workspaces/$workspaceId"
        params={{ workspaceId: id }}
        className={classNames('rounded font-medium', className ?? 'underline-offset-4 hover:underline')}
      >
        {name}
      </Link>
      {isDefault && <span className="text-quiet"> ({words.isDefault})</span>}
    </>
  );
}
