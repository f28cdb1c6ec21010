import type { WorkspaceRole } from '@svc/contract';
import { Plus, Trash2 } from 'lucide-react';
import { useMe } from '../../api/session.ts';
import { workspaceRoleStrings } from '../../strings/members.ts';
import { roleMappingStrings as words } from '../../strings/role-mapping.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { NamedOptions, ValueOptions } from '../../ui/form/named-options.tsx';
import { SelectField } from '../../ui/form/text-field.tsx';

export interface Grant {
  readonly workspace_id: string;
  readonly role: WorkspaceRole;
}

interface GrantFieldsProps {
  readonly grants: readonly Grant[];
  readonly onChange: (grants: readonly Grant[]) => void;
}

/** Workspaces that a group gives, each with the role there. */
export function GrantFields({ grants, onChange }: GrantFieldsProps) {
  const { workspaces } = useMe();
  const free = workspaces.find(({ id }) => grants.every((grant) => grant.workspace_id !== id));
  const set = (at: number, change: Partial<Grant>) =>
    onChange(grants.map((grant, index) => (index === at ? { ...grant, ...change } : grant)));
  // One that was archived keeps its row.
  const offered = (id: string) =>
    workspaces.some((one) => one.id === id) ? workspaces : [...workspaces, { id, name: id }];
  return (
    <div className="flex flex-col gap-3">
      {grants.map((grant, at) => (
        <div key={grant.workspace_id} className="grid grid-cols-[1fr_1fr_auto] items-start gap-2">
          <SelectField
            label={words.workspace}
            value={grant.workspace_id}
            onChange={({ target }) => set(at, { workspace_id: target.value })}
          >
            <NamedOptions
              of={offered(grant.workspace_id).filter(
                ({ id }) => id === grant.workspace_id || grants.every((one) => one.workspace_id !== id),
              )}
            />
          </SelectField>
          <SelectField
            label={words.workspaceRole}
            value={grant.role}
            // The options are these roles.
            onChange={({ target }) => set(at, { role: target.value as WorkspaceRole })}
          >
            <ValueOptions of={workspaceRoleStrings} />
          </SelectField>
          <IconButton
            label={words.removeWorkspace(at + 1)}
            icon={Trash2}
            className="mt-6.5"
            onClick={() => onChange(grants.filter((_, index) => index !== at))}
          />
        </div>
      ))}
      {free && (
        <AddGrant onAdd={() => onChange([...grants, { workspace_id: free.id, role: 'workspace_user' }])} />
      )}
    </div>
  );
}

function AddGrant({ onAdd }: { readonly onAdd: () => void }) {
  return (
    <div>
      <Button look="quiet" icon={Plus} onClick={onAdd}>
        {words.addWorkspace}
      </Button>
    </div>
  );
}
