import { Link, useNavigate } from '@tanstack/react-router';
import type { Workspace } from '@svc/contract';
import { Boxes, Plus } from 'lucide-react';
import { useState } from 'react';
import { usePagedList } from '../../api/pages.ts';
import { useCan, useMe } from '../../api/session.ts';
import { workspaceList } from '../../api/workspaces.ts';
import { workspaceStrings as words } from '../../strings/workspaces.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { CheckField } from '../../ui/form/check-field.tsx';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Card, Page } from '../../ui/page.tsx';
import { Ago } from '../../ui/text/time.tsx';
import { Usd } from '../../ui/text/usd.tsx';
import { CreateWorkspaceDialog } from './create-workspace-dialog.tsx';
import { workspacesRoute } from './workspaces-route.ts';

const { columns: heads } = words;
const idOf = (workspace: Workspace) => workspace.id;

const COLUMNS: readonly Column<Workspace>[] = [
  { header: heads.name, cell: (workspace) => <WorkspaceLink {...workspace} /> },
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
  { header: heads.made, width: 'w-36', wide: true, cell: ({ created_at: at }) => <Ago at={at} /> },
];

export function WorkspacesPage() {
  const can = useCan();
  const [isCreating, setIsCreating] = useState(false);
  const mayManage = can('workspaces.manage');
  const create = mayManage && (
    <Button look="primary" icon={Plus} onClick={() => setIsCreating(true)}>
      {words.create.action}
    </Button>
  );
  return (
    <Page title={words.title} lead={words.lead} actions={create}>
      {mayManage ? <AllWorkspaces /> : <OwnWorkspaces />}
      {isCreating && <CreateWorkspaceDialog onClose={() => setIsCreating(false)} />}
    </Page>
  );
}

function AllWorkspaces() {
  const { archived = false } = workspacesRoute.useSearch();
  const navigate = useNavigate({ from: '/workspaces' });
  const list = usePagedList(workspaceList(archived));
  const empty = (
    <EmptyState icon={Boxes} title={words.empty.title}>
      {words.empty.text}
    </EmptyState>
  );
  return (
    <>
      <CheckField
        label={words.showArchived}
        checked={archived}
        onChange={({ target }) => void navigate({ search: target.checked ? { archived: true } : {} })}
      />
      <DataTable label={words.list} columns={COLUMNS} list={list} rowKey={idOf} empty={empty} />
    </>
  );
}

/** Those a workspace admin runs: the list of all is for administrators of the organization. */
function OwnWorkspaces() {
  const { workspaces } = useMe();
  const own = workspaces.filter(({ permissions }) => permissions['workspaces.run'] !== undefined);
  return (
    <Card>
      <ul className="flex flex-col gap-3">
        {own.map((workspace) => (
          <li key={workspace.id}>
            <WorkspaceLink {...workspace} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

function WorkspaceLink({ id, name, is_default: isDefault }: Pick<Workspace, 'id' | 'name' | 'is_default'>) {
  return (
    <>
      <Link
        to="/workspaces/$workspaceId"
        params={{ workspaceId: id }}
        className="rounded font-medium underline-offset-4 hover:underline"
      >
        {name}
      </Link>
      {isDefault && <span className="text-quiet"> ({words.isDefault})</span>}
    </>
  );
}
