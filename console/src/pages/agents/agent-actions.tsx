import type { Agent } from '@svc/contract';
import { Archive, Ellipsis, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useMe } from '../../api/session.ts';
import { agentStrings } from '../../strings/agents.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Menu, MenuItem } from '../../ui/overlay/menu.tsx';
import { AgentDialog } from './agent-dialog.tsx';
import { ArchiveAgentDialog, DeleteAgentDialog } from './end-agent-dialogs.tsx';

const { actions: words, form } = agentStrings;

export function AgentActions({ agent }: { readonly agent: Agent }) {
  const [open, setOpen] = useState<'edit' | 'archive' | 'delete'>();
  const { permissions = {} } = useMe().workspaces.find(({ id }) => id === agent.workspace_id) ?? {};
  const mayChange = permissions['agents.manage'] !== undefined && agent.archived_at === null;
  const mayDelete = permissions['agents.delete'] !== undefined;
  const close = () => setOpen(undefined);
  return (
    <>
      {mayChange && (
        <Button icon={Pencil} onClick={() => setOpen('edit')}>
          {form.edit}
        </Button>
      )}
      {(mayChange || mayDelete) && (
        <Menu label={words.more} trigger={<IconButton label={words.more} icon={Ellipsis} />}>
          {mayChange && (
            <MenuItem icon={Archive} onSelect={() => setOpen('archive')}>
              {words.archive}
            </MenuItem>
          )}
          {mayDelete && (
            <MenuItem icon={Trash2} danger onSelect={() => setOpen('delete')}>
              {words.delete}
            </MenuItem>
          )}
        </Menu>
      )}
      {open === 'edit' && <AgentDialog workspaceId={agent.workspace_id} agent={agent} onClose={close} />}
      {open === 'archive' && <ArchiveAgentDialog agent={agent} onClose={close} />}
      {open === 'delete' && <DeleteAgentDialog agent={agent} onClose={close} />}
    </>
  );
}
