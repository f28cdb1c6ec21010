import type { WorkspaceRole } from '@svc/contract';
import { useState } from 'react';
import { workspaceRoleStrings } from '../../strings/members.ts';
import { workspaceStrings } from '../../strings/workspaces.ts';
import { ValueOptions } from '../../ui/form/named-options.tsx';
import { SelectField } from '../../ui/form/text-field.tsx';

const { members: words } = workspaceStrings;

/** The value is the field `role`. */
export function WorkspaceRoleField({ initial }: { readonly initial: WorkspaceRole }) {
  const [chosen, setChosen] = useState(initial);
  return (
    <SelectField
      label={words.add.role}
      hint={words.roleHints[chosen]}
      docs="workspaceRoles"
      name="role"
      value={chosen}
      onChange={({ target }) => setChosen(target.value as WorkspaceRole)}
    >
      <ValueOptions of={workspaceRoleStrings} />
    </SelectField>
  );
}
