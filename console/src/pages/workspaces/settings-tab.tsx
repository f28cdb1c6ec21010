import type { Workspace } from '@svc/contract';
import { useCan } from '../../api/session.ts';
import { workspaceStrings } from '../../strings/workspaces.ts';
import { CopyText } from '../../ui/copy-button.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Card } from '../../ui/page.tsx';
import { Moment } from '../../ui/text/time.tsx';
import { ArchiveCard } from './archive-card.tsx';
import { WorkspaceAddresses } from './workspace-addresses.tsx';
import { WorkspaceSettings } from './workspace-settings.tsx';

const { detail: words } = workspaceStrings;

export function SettingsTab({ workspace }: { readonly workspace: Workspace }) {
  const can = useCan();
  const isActive = workspace.archived_at === null;
  return (
    <div className="flex flex-col gap-6">
      {isActive && <WorkspaceSettings workspace={workspace} />}
      {isActive && can('workspaces.manage') && <WorkspaceAddresses workspace={workspace} />}
      <About workspace={workspace} />
      {can('workspaces.manage') && !workspace.is_default && <ArchiveCard workspace={workspace} />}
    </div>
  );
}

function About({ workspace }: { readonly workspace: Workspace }) {
  const { allowed_ips: ips } = workspace;
  return (
    <Card title={words.about}>
      <Facts
        facts={{
          [words.id]: <CopyText text={workspace.id} what={words.id} />,
          [words.region]: workspace.data_region,
          [words.ips]:
            ips.length === 0 ? words.ipsAny : <span className="font-mono text-[13px]">{ips.join(', ')}</span>,
          [words.made]: <Moment at={workspace.created_at} />,
        }}
      />
    </Card>
  );
}
