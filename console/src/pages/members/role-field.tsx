import type { OrganizationRole } from '@svc/contract';
import { useState } from 'react';
import { memberStrings } from '../../strings/members.ts';
import { shellStrings } from '../../strings/shell.ts';
import { ValueOptions } from '../../ui/form/named-options.tsx';
import { SelectField } from '../../ui/form/text-field.tsx';
import { useGrantableRoles } from './grantable-roles.ts';

interface RoleFieldProps {
  readonly label: string;
  readonly initial: OrganizationRole;
}

/** Roles this person may give, each with what it means. The value is the field `role`. */
export function RoleField({ label, initial }: RoleFieldProps) {
  const roles = useGrantableRoles();
  const [chosen, setChosen] = useState(initial);
  return (
    <SelectField
      label={label}
      hint={memberStrings.roleHints[chosen]}
      docs="roles"
      name="role"
      value={chosen}
      param="role"
      onChange={({ target }) => setChosen(target.value as OrganizationRole)}
    >
      <ValueOptions of={shellStrings.roles} values={roles} />
    </SelectField>
  );
}
