import type { OrganizationRole } from '@svc/contract';
import { roleMappingStrings as words } from '../../strings/role-mapping.ts';
import { shellStrings } from '../../strings/shell.ts';
import { SelectField } from '../../ui/form/text-field.tsx';

const ROLES = ['administrator', 'developer', 'billing', 'member'] as const;
/** Owners are made by owners alone. */
export type MappedRole = Exclude<OrganizationRole, 'primary_owner' | 'owner'>;

interface MappedRoleFieldProps {
  readonly role: MappedRole | null;
  readonly onChange: (role: MappedRole | null) => void;
}

/** The role in the organization that a group gives, if any. */
export function MappedRoleField({ role, onChange }: MappedRoleFieldProps) {
  return (
    <SelectField
      label={words.role}
      value={role ?? ''}
      onChange={({ target }) => onChange(ROLES.find((one) => one === target.value) ?? null)}
    >
      <option value="">{words.noRole}</option>
      {ROLES.map((one) => (
        <option key={one} value={one}>
          {shellStrings.roles[one]}
        </option>
      ))}
    </SelectField>
  );
}
