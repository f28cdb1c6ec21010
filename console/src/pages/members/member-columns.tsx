import type { User } from '@svc/contract';
import { Info, UserMinus, UserCog } from 'lucide-react';
import { useMe } from '../../api/session.ts';
import { memberStrings as words } from '../../strings/members.ts';
import { shellStrings } from '../../strings/shell.ts';
import { Badge } from '../../ui/badge.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { MenuItem, MenuSeparator } from '../../ui/overlay/menu.tsx';
import { RowMenu } from '../../ui/overlay/row-menu.tsx';
import { Ago } from '../../ui/text/time.tsx';
import { TwoLines } from '../../ui/two-lines.tsx';
import { useManageableRoles } from './grantable-roles.ts';

const { columns: heads } = words;

interface MemberActions {
  readonly onShowOrigin: (user: User) => void;
  readonly onChangeRole: (user: User) => void;
  readonly onRemove: (user: User) => void;
}

const FACTS: readonly Column<User>[] = [
  {
    header: heads.role,
    width: 'w-36',
    wide: true,
    sort: { by: 'role', first: 'asc' },
    cell: ({ role, directory_managed: isManaged }) => (
      <>
        {shellStrings.roles[role]}
        {isManaged && <span className="block text-[13px] text-quiet">{words.directory}</span>}
      </>
    ),
  },
  {
    header: heads.status,
    width: 'w-32',
    wide: true,
    cell: ({ status }) => (
      <Badge tone={status === 'active' ? 'good' : 'warn'}>{words.statuses[status]}</Badge>
    ),
  },
  {
    header: heads.factor,
    width: 'w-32',
    wide: true,
    cell: ({ second_factor: factor }) => (
      <Badge tone={factor ? 'good' : 'neutral'}>{words.factor[`${factor}`]}</Badge>
    ),
  },
  {
    header: heads.active,
    width: 'w-36',
    wide: true,
    sort: { by: 'last_active_at', first: 'desc' },
    cell: ({ last_active_at: at }) =>
      at === null ? <span className="text-quiet">{words.never}</span> : <Ago at={at} />,
  },
  {
    header: heads.added,
    width: 'w-34 max-xl:hidden',
    wide: true,
    sort: { by: 'added_at', first: 'desc' },
    cell: ({ added_at: at }) => <Ago at={at} />,
  },
];

export function useMemberColumns(actions: MemberActions): readonly Column<User>[] {
  const me = useMe();
  const manageable = useManageableRoles();
  return [
    {
      header: heads.name,
      sort: { by: 'name', first: 'asc' },
      cell: (user) => <Person user={user} isMe={user.id === me.user.id} />,
    },
    ...FACTS,
    {
      header: heads.actions,
      hiddenHeader: true,
      width: 'w-16 md:w-20',
      align: 'right',
      cell: (user) => (
        <MemberMenu
          user={user}
          // Prevents people from removing themselves by mistake.
          mayChange={manageable.includes(user.role) && user.id !== me.user.id}
          {...actions}
        />
      ),
    },
  ];
}

function Person({ user, isMe }: { readonly user: User; readonly isMe: boolean }) {
  return (
    <TwoLines
      first={
        <>
          {user.name}
          {isMe && <span className="font-normal text-quiet"> ({words.you})</span>}
        </>
      }
      second={user.email}
    />
  );
}

interface MemberMenuProps extends MemberActions {
  readonly user: User;
  readonly mayChange: boolean;
}

function MemberMenu({ user, mayChange, onShowOrigin, onChangeRole, onRemove }: MemberMenuProps) {
  return (
    <RowMenu label={words.actions(user.name)}>
      <MenuItem icon={Info} onSelect={() => onShowOrigin(user)}>
        {words.origin.action}
      </MenuItem>
      {mayChange && (
        <>
          <MenuItem icon={UserCog} onSelect={() => onChangeRole(user)}>
            {words.changeRole.action}
          </MenuItem>
          <MenuSeparator />
          <MenuItem icon={UserMinus} danger onSelect={() => onRemove(user)}>
            {words.remove.action}
          </MenuItem>
        </>
      )}
    </RowMenu>
  );
}
