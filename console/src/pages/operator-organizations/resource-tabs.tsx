import { useState } from 'react';
import { operatorResourceStrings } from '../../strings/operator-resources.ts';
import { Tabs } from '../../ui/tabs.tsx';
import { AdminKeysTab } from './admin-keys-tab.tsx';
import { KeysTab } from './keys-tab.tsx';
import { MembersTab } from './members-tab.tsx';
import { SpendTab } from './spend-tab.tsx';
import { WorkspacesTab } from './workspaces-tab.tsx';

const { tabs: words } = operatorResourceStrings;

/** People, workspaces, keys and spend limits of an organization. What is not looked at is not read. */
export function ResourceTabs({ organizationId }: { readonly organizationId: string }) {
  const [shown, setShown] = useState('members');
  return (
    <Tabs
      label={words.label}
      value={shown}
      onChange={setShown}
      tabs={[
        { value: 'members', label: words.members, content: <MembersTab organizationId={organizationId} /> },
        {
          value: 'workspaces',
          label: words.workspaces,
          content: <WorkspacesTab organizationId={organizationId} />,
        },
        { value: 'keys', label: words.keys, content: <KeysTab organizationId={organizationId} /> },
        {
          value: 'admin_keys',
          label: words.admin_keys,
          content: <AdminKeysTab organizationId={organizationId} />,
        },
        { value: 'spend', label: words.spend, content: <SpendTab organizationId={organizationId} /> },
      ]}
    />
  );
}
