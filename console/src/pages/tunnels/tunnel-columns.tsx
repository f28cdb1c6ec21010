import { Link } from '@tanstack/react-router';
import type { Tunnel } from '@svc/contract';
import { tunnelStrings as words } from '../../strings/tunnels.ts';
import type { Column } from '../../ui/data-table.tsx';
import { LastSeen } from './last-seen.tsx';
import { TunnelStatusBadge } from './tunnel-status-badge.tsx';

const { columns: heads } = words;

export const tunnelColumns: readonly Column<Tunnel>[] = [
  {
    header: heads.name,
    cell: ({ id, workspace_id: workspaceId, name }) => (
      <Link
        to="/tunnels/$workspaceId/$tunnelId"
        params={{ workspaceId, tunnelId: id }}
        className="row-target rounded font-medium"
      >
        {name}
      </Link>
    ),
  },
  { header: heads.status, width: 'w-36', cell: ({ status }) => <TunnelStatusBadge status={status} /> },
  {
    header: heads.targets,
    width: 'w-28',
    wide: true,
    cell: ({ allowed_targets: targets }) => words.count(targets.length),
  },
  {
    header: heads.connectors,
    width: 'w-28',
    wide: true,
    align: 'right',
    cell: ({ connections }) => connections.active,
  },
  {
    header: heads.seen,
    width: 'w-36',
    wide: true,
    cell: ({ connections }) => <LastSeen at={connections.last_seen_at} />,
  },
];
