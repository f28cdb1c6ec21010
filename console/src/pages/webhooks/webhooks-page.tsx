import { useNavigate } from '@tanstack/react-router';
import { Boxes, Plus, Webhook } from 'lucide-react';
import { usePagedList } from '../../api/pages.ts';
import { useCan, useMe } from '../../api/session.ts';
import { ORGANIZATION, webhookList } from '../../api/webhooks.ts';
import { webhookStrings as words } from '../../strings/webhooks.ts';
import { Button } from '../../ui/button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { NamedOptions } from '../../ui/form/named-options.tsx';
import { SelectField } from '../../ui/form/text-field.tsx';
import { Page } from '../../ui/page.tsx';
import { useRequestedDialog } from '../../ui/overlay/requested-dialog.ts';
import { CreateWebhookDialog } from './create-webhook-dialog.tsx';
import { webhookColumns } from './webhook-columns.tsx';
import { webhooksRoute } from './webhooks-route.ts';

interface Owner {
  readonly id: string;
  readonly name: string;
}

export function WebhooksPage() {
  const { owner: chosen } = webhooksRoute.useSearch();
  const owners = useOwners();
  const owner = owners.find(({ id }) => id === chosen) ?? owners[0];
  if (!owner) {
    return (
      <Page title={words.title} lead={words.lead}>
        <EmptyState icon={Boxes} title={words.noWorkspace.title}>
          {words.noWorkspace.text}
        </EmptyState>
      </Page>
    );
  }
  return <OwnedWebhooks key={owner.id} owner={owner.id} owners={owners} />;
}

/** The default workspace first, the organization last. */
function useOwners(): readonly Owner[] {
  const can = useCan();
  const workspaces = useMe().workspaces.filter(({ permissions }) => permissions['webhooks.manage']);
  const inOrder = workspaces.toSorted((a, b) => Number(b.is_default) - Number(a.is_default));
  const organization = { id: ORGANIZATION, name: words.organization };
  return can('organization_webhooks.manage') ? [...inOrder, organization] : inOrder;
}

function OwnedWebhooks({ owner, owners }: { readonly owner: string; readonly owners: readonly Owner[] }) {
  const navigate = useNavigate({ from: '/webhooks' });
  const list = usePagedList(webhookList(owner));
  const [isCreating, setCreating] = useRequestedDialog('webhook');
  const create = (
    <Button look="primary" icon={Plus} onClick={() => setCreating(true)}>
      {words.create}
    </Button>
  );
  const isEmpty = list.status === 'success' && list.rows.length === 0;
  const empty = (
    <EmptyState icon={Webhook} title={words.empty.title} action={create}>
      {words.empty.text}
    </EmptyState>
  );
  return (
    <Page title={words.title} lead={words.lead} actions={!isEmpty && create}>
      {owners.length > 1 && (
        <div className="max-w-60">
          <SelectField
            label={words.owner}
            value={owner}
            onChange={({ target }) => void navigate({ search: { owner: target.value } })}
          >
            <NamedOptions of={owners} />
          </SelectField>
        </div>
      )}
      <DataTable
        label={words.list}
        columns={webhookColumns}
        list={list}
        rowKey={({ id }) => id}
        empty={empty}
      />
      {isCreating && <CreateWebhookDialog owner={owner} onClose={() => setCreating(false)} />}
    </Page>
  );
}
