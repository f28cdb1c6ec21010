import { useNavigate } from '@tanstack/react-router';
import { UserPlus } from 'lucide-react';
import { inviteStrings, memberStrings as words } from '../../strings/members.ts';
import { Button } from '../../ui/button.tsx';
import { Page } from '../../ui/page.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { useRequestedDialog } from '../../ui/overlay/requested-dialog.ts';
import { GroupsTab } from './groups-tab.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { InvitesTab } from './invites-tab.tsx';
import { MembersTab } from './members-tab.tsx';
import { membersRoute, type MembersTab as TabName } from './members-route.ts';

export function MembersPage() {
  const { tab = 'members' } = membersRoute.useSearch();
  const navigate = useNavigate({ from: '/members' });
  const [isInviting, setIsInviting] = useRequestedDialog('invite');
  const invite = (
    <Button look="primary" icon={UserPlus} onClick={() => setIsInviting(true)}>
      {inviteStrings.create.action}
    </Button>
  );
  return (
    <Page lead={words.lead} actions={invite}>
      <Tabs
        label={words.tabs.label}
        value={tab}
        onChange={(next) => void navigate({ search: { tab: next as TabName } })}
        tabs={[
          { value: 'members', label: words.tabs.members, content: <MembersTab /> },
          { value: 'invites', label: words.tabs.invites, content: <InvitesTab /> },
          { value: 'groups', label: words.tabs.groups, content: <GroupsTab /> },
        ]}
      />
      {isInviting && <InviteDialog onClose={() => setIsInviting(false)} />}
    </Page>
  );
}
