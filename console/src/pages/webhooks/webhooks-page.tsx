import { useNavigate } from '@tanstack/react-router';
import { Plus, Webhook } from 'lucide-react';
import { useCan, useMe } from '../../api/session.ts';
import { ORGANIZATION, webhookList } from '../../api/webhooks.ts';
import { webhookStrings as words } from '../../strings/webhooks.ts';
import { useRequestedDialog } from '../../ui/overlay/requested-dialog.ts';
import { OwnerField, WorkspaceListPage, type Owner } from '../../ui/workspace-list-page.tsx';
import { CreateWebhookDialog } from './create-webhook-dialog.tsx';
import { webhookColumns } from './webhook-columns.tsx';
import { webhooksRoute } from './webhooks-route.ts';

export function WebhooksPage() {
  const { owner: chosen } = webhooksRoute.useSearch();
  const owners = useOwners();
  const owner = owners.find(({ id }) => id === chosen) ?? owners[0];
  const navigate = useNavigate({ from: '/webhooks' });
  const [isCreating, setCreating] = useRequestedDialog('webhook');
  return (
    <WorkspaceListPage
      words={words}
      icon={Webhook}
      owner={owner}
      listOf={webhookList}
      columns={webhookColumns}
      action={{ icon: Plus, label: words.create, onAct: () => setCreating(true) }}
      filters={
        <OwnerField
          label={words.owner}
          owner={owner}
          owners={owners}
          onChoose={(id) => void navigate({ search: { owner: id } })}
        />
      }
    >
      {isCreating && owner && <CreateWebhookDialog owner={owner.id} onClose={() => setCreating(false)} />}
    </WorkspaceListPage>
  );
}

/** The default workspace first, the organization last. */
function useOwners(): readonly Owner[] {
  const can = useCan();
  const workspaces = useMe().workspaces.filter(({ permissions }) => permissions['webhooks.manage']);
  const inOrder = workspaces.toSorted((a, b) => Number(b.is_default) - Number(a.is_default));
  const organization = { id: ORGANIZATION, name: words.organization };
  return can('organization_webhooks.manage') ? [...inOrder, organization] : inOrder;
}
