import { useQueryClient } from '@tanstack/react-query';
import type { Invite } from '@svc/contract';
import { MailPlus, MailX } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../api/console-api.ts';
import { usePagedList } from '../../api/pages.ts';
import { INVITES, inviteList } from '../../api/people.ts';
import { inviteStrings as words } from '../../strings/members.ts';
import { shellStrings } from '../../strings/shell.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { MenuItem } from '../../ui/overlay/menu.tsx';
import { RowMenu } from '../../ui/overlay/row-menu.tsx';
import { Ago } from '../../ui/text/time.tsx';
import { toast } from '../../ui/overlay/toast.tsx';

const { columns: heads } = words;
const TONES: Readonly<Record<Invite['status'], Tone>> = {
  pending: 'accent',
  accepted: 'good',
  expired: 'warn',
  deleted: 'neutral',
};
const idOf = (invite: Invite) => invite.id;

function inviteColumns(onWithdraw: (invite: Invite) => void): readonly Column<Invite>[] {
  return [
    {
      header: heads.email,
      cell: ({ email }) => <span className="font-medium">{email}</span>,
    },
    { header: heads.role, width: 'w-36', wide: true, cell: ({ role }) => shellStrings.roles[role] },
    {
      header: heads.status,
      width: 'w-28',
      cell: ({ status }) => <Badge tone={TONES[status]}>{words.statuses[status]}</Badge>,
    },
    { header: heads.invited, width: 'w-36', wide: true, cell: ({ invited_at: at }) => <Ago at={at} /> },
    {
      header: heads.expires,
      width: 'w-36',
      wide: true,
      cell: ({ status, expires_at: at }) => status === 'pending' && <Ago at={at} />,
    },
    {
      header: heads.actions,
      hiddenHeader: true,
      width: 'w-16 md:w-20',
      align: 'right',
      cell: (invite) =>
        invite.status === 'pending' && (
          <RowMenu label={words.actions(invite.email)}>
            <MenuItem icon={MailX} danger onSelect={() => onWithdraw(invite)}>
              {words.withdraw.action}
            </MenuItem>
          </RowMenu>
        ),
    },
  ];
}

export function InvitesTab() {
  const queries = useQueryClient();
  const list = usePagedList(inviteList());
  const [leaving, setLeaving] = useState<Invite>();
  const withdraw = async (invite: Invite) => {
    await call('deleteInvite', { path: { invite_id: invite.id } });
    await queries.invalidateQueries({ queryKey: INVITES });
    toast(words.withdraw.done);
  };
  const empty = (
    <EmptyState icon={MailPlus} title={words.empty.title}>
      {words.empty.text}
    </EmptyState>
  );
  return (
    <>
      <DataTable
        label={words.list}
        columns={inviteColumns(setLeaving)}
        list={list}
        rowKey={idOf}
        empty={empty}
      />
      {leaving && (
        <ConfirmDialog
          title={words.withdraw.title(leaving.email)}
          open
          onClose={() => setLeaving(undefined)}
          onConfirm={() => withdraw(leaving)}
          action={words.withdraw.action}
        >
          <p>{words.withdraw.text}</p>
        </ConfirmDialog>
      )}
    </>
  );
}
