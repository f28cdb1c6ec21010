import { Link } from '@tanstack/react-router';
import type { Agent } from '@svc/contract';
import { agentStrings as words } from '../../strings/agents.ts';
import { Badge } from '../../ui/badge.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { Ago } from '../../ui/text/time.tsx';

const { columns: heads } = words;

export const agentColumns: readonly Column<Agent>[] = [
  {
    header: heads.name,
    cell: ({ id, workspace_id: workspaceId, name, archived_at: archivedAt }) => (
      <span className="inline-flex items-center gap-2">
        <Link
          to="/agents/$workspaceId/$agentId"
          params={{ workspaceId, agentId: id }}
          title={name}
          className="row-target rounded font-medium"
        >
          {name}
        </Link>
        {archivedAt !== null && <Badge>{words.archived}</Badge>}
      </span>
    ),
  },
  { header: heads.model, wide: true, cell: ({ model }) => model },
  { header: heads.version, width: 'w-28', align: 'right', cell: ({ version }) => version },
  {
    header: heads.tools,
    width: 'w-28',
    wide: true,
    align: 'right',
    cell: ({ tools, mcp_servers: servers }) => tools.length + servers.length,
  },
  { header: heads.updated, width: 'w-36', wide: true, cell: ({ updated_at: at }) => <Ago at={at} /> },
];
