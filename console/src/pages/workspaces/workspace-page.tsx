import { useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { workspaceOptions } from '../../api/workspaces.ts';
import { workspaceStrings } from '../../strings/workspaces.ts';
import { BackLink } from '../../ui/back-link.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Page } from '../../ui/page.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { LimitsTab } from './limits-tab.tsx';
import { WorkspaceMembersTab } from './workspace-members-tab.tsx';
import { SettingsTab } from './settings-tab.tsx';
import { workspaceRoute, type WorkspaceTab } from './workspaces-route.ts';

const { detail: words } = workspaceStrings;

export function WorkspacePage() {
  const { workspaceId } = workspaceRoute.useParams();
  const { tab = 'settings' } = workspaceRoute.useSearch();
  const navigate = useNavigate({ from: '/workspaces/$workspaceId' });
  const { data: workspace } = useSuspenseQuery(workspaceOptions(workspaceId));
  const isArchived = workspace.archived_at !== null;
  return (
    <Page
      title={workspace.name}
      lead={isArchived ? <Badge>{workspaceStrings.archived}</Badge> : workspace.description}
      actions={<BackLink to="/workspaces">{words.back}</BackLink>}
    >
      <Tabs
        label={words.tabs.label}
        value={tab}
        onChange={(next) => void navigate({ search: { tab: next as WorkspaceTab } })}
        tabs={[
          { value: 'settings', label: words.tabs.settings, content: <SettingsTab workspace={workspace} /> },
          {
            value: 'members',
            label: words.tabs.members,
            content: <WorkspaceMembersTab workspaceId={workspaceId} />,
          },
          { value: 'limits', label: words.tabs.limits, content: <LimitsTab workspace={workspace} /> },
        ]}
      />
    </Page>
  );
}
