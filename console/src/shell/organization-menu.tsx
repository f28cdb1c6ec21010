import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Building2, Check, ChevronsUpDown } from 'lucide-react';
import { errorSentence } from '../api/failure.ts';
import { switchOrganization, useMe } from '../api/session.ts';
import { shellStrings } from '../strings/shell.ts';
import { Menu, MenuItem, MenuLabel } from '../ui/overlay/menu.tsx';
import { toast } from '../ui/overlay/toast.tsx';

/** The organization one is in. A switcher for those who belong to several. */
export function OrganizationMenu() {
  const { organization, organizations } = useMe();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const change = async (id: string, name: string) => {
    if (id === organization.id) return;
    try {
      await switchOrganization(queries, id);
      await navigate({ to: '/' });
      toast(shellStrings.switched(name));
    } catch (cause) {
      toast(errorSentence(cause), 'danger');
    }
  };
  const name = (
    <span className="min-w-0 flex-1 text-left">
      <span className="block truncate font-semibold">{organization.name}</span>
      <span className="block truncate text-xs text-quiet">{shellStrings.roles[organization.role]}</span>
    </span>
  );
  if (organizations.length < 2) return <div className="flex items-center gap-2.5 px-2.5 py-1.5">{name}</div>;
  return (
    <Menu
      label={shellStrings.organizations}
      align="start"
      trigger={
        <button
          type="button"
          className="flex w-full items-center gap-2 rounded-md px-2.5 py-1.5 hover:bg-hover"
        >
          {name}
          <ChevronsUpDown aria-hidden size={16} className="shrink-0 text-quiet" />
        </button>
      }
    >
      <MenuLabel>{shellStrings.organizations}</MenuLabel>
      {organizations.map((one) => (
        <MenuItem
          key={one.id}
          icon={one.id === organization.id ? Check : Building2}
          onSelect={() => void change(one.id, one.name)}
        >
          <span className="truncate">{one.name}</span>
        </MenuItem>
      ))}
    </Menu>
  );
}
